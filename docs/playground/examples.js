// The examples to choose from: each shows a rule of HTML that is not obvious. Some open the view in which the rule is seen best.

/** The examples, by their names; the first is shown at the beginning. */
export const EXAMPLES = {
    "A bit of everything": {
        html: `<!DOCTYPE html>
<html lang="en">
<title>Hedgerow &mdash; many trees in one row</title>

<h1>Type HTML here</h1>
<p id=one id=two>Bold <b>and <i>italic</b> cross</i> over.
<p>Nobody closes a <code>p</code>, and it is fine.

<table>
  Where does this text go?
  <tr><td>One<td>Two &notin; &copy
</table>

<svg viewBox="0 0 8 8">
  <foreignobject><p>HTML again</svg>
</span>
`,
    },
    "Misnested formatting, step by step": {
        html: "<!DOCTYPE html>\n<title>The adoption agency</title>\n<p>1<b>2<i>3</b>4</i>5</p>\n\n<b>bold<p>paragraph</b>after</p>\n\n<a href=1>one<div><a href=2>two</a></div>\n",
        view: "steps",
    },
    "Text in a table, step by step": {
        html: "<!DOCTYPE html>\n<title>Foster parents</title>\n<table>\n  <b>before\n  <tr>\n    text\n    <td>cell\n    <input type=hidden><input>\n  <caption>late</caption>\n</table>\n",
        view: "steps",
    },
    "A p closed by a div, step by step": {
        html: "<!DOCTYPE html>\n<title>Implied end tags</title>\n<p>A paragraph\n<div>A block closes it</div>\nstill open?</p>\n<ul><li>one<li>two<p>three</ul>\n<dl><dt>a<dd>b<dt>c</dl>\n",
        view: "steps",
    },
    "Foreign content, step by step": {
        html: "<!DOCTYPE html>\n<title>SVG and MathML</title>\n<svg viewbox=\"0 0 1 1\">\n  <lineargradient />\n  <title><b>HTML</b></title>\n  <![CDATA[ 1 < 2 ]]>\n  <p>out again\n</svg>\n<math><mi>x<annotation-xml encoding=text/html><p>y</math>\n",
        view: "steps",
    },
    "Templates and shadow roots, step by step": {
        html: "<!DOCTYPE html>\n<title>Templates</title>\n<template><tr><td>a row of no table</template>\n<div>\n  <template shadowrootmode=open>\n    <slot></slot>\n  </template>\n  light\n</div>\n",
        view: "steps",
    },
    "Customizable select, step by step": {
        html: "<!DOCTYPE html>\n<title>Select</title>\n<select>\n  <button><selectedcontent></selectedcontent></button>\n  <optgroup label=Trees>\n    <option>Hazel\n    <option selected><b>Haw</b>thorn\n  <hr>\n  <option>Elder\n</select>\n",
        view: "steps",
    },
    "Fragment of a table row": { html: "<td>1<td>2<th>3\n<p>not in a cell?", context: "tr" },
    "Script end tags": {
        html: "<!DOCTYPE html>\n<title>x</title>\n<script>\n  <!-- <script> \"</script>\" -->\n  done();\n</script>\n<noscript><p>without scripting</p></noscript>\n<textarea>\n<p>text</textarea>\n",
        scripting: true,
        view: "tokens",
    },
    "Character references": {
        html: "<!DOCTYPE html>\n<title>&lt;</title>\n<p title=\"&copy=1 &copy;=2 &notit; &notin;\">\n&amp &AMP; &#x1F333; &#128; &#0; &#xD800; &nosuch; &notit; &NotEqualTilde;\n",
        view: "tokens",
    },
    "Comments": {
        html: "<!DOCTYPE html>\n<title>x</title>\n<!-- one --!> text\n<!--> text <!---> text\n<! not a doctype>\n<?php echo \"so?\" ?>\n</ not a tag>\n<!-- never closed\n",
        view: "errors",
    },
};
