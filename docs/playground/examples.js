// The examples to choose from: each shows a rule of HTML that is not obvious.

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
    "Misnested formatting": { html: "<!DOCTYPE html>\n<title>x</title>\n<p>1<b>2<i>3</b>4</i>5</p>\n\n<b><p>a</b>b</p>\n<a href=1>one<div><a href=2>two</a></div>\n" },
    "Content outside table cells": { html: "<!DOCTYPE html>\n<title>x</title>\n<table>\n  <b>before\n  <tr>\n    text\n    <td>cell\n    <input type=hidden><input>\n  <caption>late</caption>\n</table>\n" },
    "Fragment of a table row": { html: "<td>1<td>2<th>3\n<p>not in a cell?", context: "tr" },
    "Templates and shadow roots": { html: "<!DOCTYPE html>\n<title>x</title>\n<div>\n  <template shadowrootmode=open>\n    <slot></slot>\n  </template>\n  light\n</div>\n<template><tr><td>a row of no table</template>\n" },
    "Customizable select": { html: "<!DOCTYPE html>\n<title>x</title>\n<select>\n  <button><selectedcontent></selectedcontent></button>\n  <optgroup label=Trees>\n    <option>Hazel\n    <option selected><b>Haw</b>thorn\n  <hr>\n  <option>Elder\n</select>\n" },
    "SVG and MathML": { html: "<!DOCTYPE html>\n<title>x</title>\n<svg viewbox=\"0 0 1 1\">\n  <lineargradient />\n  <title><b>HTML</b></title>\n  <![CDATA[ 1 < 2 ]]>\n  <p>out again\n</svg>\n<math><mi>x<annotation-xml encoding=text/html><p>y</math>\n" },
    "Script end tags": { html: "<!DOCTYPE html>\n<title>x</title>\n<script>\n  <!-- <script> \"</script>\" -->\n  done();\n</script>\n<noscript><p>without scripting</p></noscript>\n<textarea>\n<p>text</textarea>\n", scripting: true },
    "Character references": { html: "<!DOCTYPE html>\n<title>&lt;</title>\n<p title=\"&copy=1 &copy;=2 &notit; &notin;\">\n&amp &AMP; &#x1F333; &#128; &#0; &#xD800; &nosuch; &notit; &NotEqualTilde;\n" },
    "Comments": { html: "<!DOCTYPE html>\n<title>x</title>\n<!-- one --!> text\n<!--> text <!---> text\n<! not a doctype>\n<?php echo \"so?\" ?>\n</ not a tag>\n<!-- never closed\n" },
};
