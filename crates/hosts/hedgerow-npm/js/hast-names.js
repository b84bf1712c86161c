// @generated from the facts of the package property-information: the attributes whose property in hast has another name or
// a value that is not a string. An entry is the attribute, the property if its name differs, and the kinds of values: b boolean,
// o boolean or string, n number, s separated by spaces, c by commas, m by either.

/** The attributes of HTML and of SVG. */
export const COMMON = `
aria-activedescendant,ariaActiveDescendant, aria-atomic,ariaAtomic, aria-autocomplete,ariaAutoComplete,
aria-busy,ariaBusy, aria-checked,ariaChecked, aria-colcount,ariaColCount,n aria-colindex,ariaColIndex,n
aria-colspan,ariaColSpan,n aria-controls,ariaControls,s aria-current,ariaCurrent, aria-describedby,ariaDescribedBy,s
aria-details,ariaDetails, aria-disabled,ariaDisabled, aria-dropeffect,ariaDropEffect,s
aria-errormessage,ariaErrorMessage, aria-expanded,ariaExpanded, aria-flowto,ariaFlowTo,s aria-grabbed,ariaGrabbed,
aria-haspopup,ariaHasPopup, aria-hidden,ariaHidden, aria-invalid,ariaInvalid, aria-keyshortcuts,ariaKeyShortcuts,
aria-label,ariaLabel, aria-labelledby,ariaLabelledBy,s aria-level,ariaLevel,n aria-live,ariaLive, aria-modal,ariaModal,
aria-multiline,ariaMultiLine, aria-multiselectable,ariaMultiSelectable, aria-orientation,ariaOrientation,
aria-owns,ariaOwns,s aria-placeholder,ariaPlaceholder, aria-posinset,ariaPosInSet,n aria-pressed,ariaPressed,
aria-readonly,ariaReadOnly, aria-relevant,ariaRelevant, aria-required,ariaRequired,
aria-roledescription,ariaRoleDescription,s aria-rowcount,ariaRowCount,n aria-rowindex,ariaRowIndex,n
aria-rowspan,ariaRowSpan,n aria-selected,ariaSelected, aria-setsize,ariaSetSize,n aria-sort,ariaSort,
aria-valuemax,ariaValueMax,n aria-valuemin,ariaValueMin,n aria-valuenow,ariaValueNow,n aria-valuetext,ariaValueText,
class,className,s crossorigin,crossOrigin, hreflang,hrefLang, onabort,onAbort, onafterprint,onAfterPrint,
onbeforeprint,onBeforePrint, oncancel,onCancel, oncanplay,onCanPlay, oncanplaythrough,onCanPlayThrough,
onchange,onChange, onclick,onClick, onclose,onClose, oncopy,onCopy, oncuechange,onCueChange, oncut,onCut,
ondblclick,onDblClick, ondrag,onDrag, ondragend,onDragEnd, ondragenter,onDragEnter, ondragexit,onDragExit,
ondragleave,onDragLeave, ondragover,onDragOver, ondragstart,onDragStart, ondrop,onDrop,
ondurationchange,onDurationChange, onemptied,onEmptied, onended,onEnded, onerror,onError, onfocus,onFocus,
onhashchange,onHashChange, oninput,onInput, oninvalid,onInvalid, onkeydown,onKeyDown, onkeypress,onKeyPress,
onkeyup,onKeyUp, onload,onLoad, onloadeddata,onLoadedData, onloadedmetadata,onLoadedMetadata, onloadstart,onLoadStart,
onmessage,onMessage, onmousedown,onMouseDown, onmouseenter,onMouseEnter, onmouseleave,onMouseLeave,
onmousemove,onMouseMove, onmouseout,onMouseOut, onmouseover,onMouseOver, onmouseup,onMouseUp, onoffline,onOffline,
ononline,onOnline, onpagehide,onPageHide, onpageshow,onPageShow, onpaste,onPaste, onpause,onPause, onplay,onPlay,
onplaying,onPlaying, onpopstate,onPopState, onprogress,onProgress, onratechange,onRateChange, onreset,onReset,
onresize,onResize, onscroll,onScroll, onseeked,onSeeked, onseeking,onSeeking, onselect,onSelect, onstalled,onStalled,
onstorage,onStorage, onsubmit,onSubmit, onsuspend,onSuspend, ontimeupdate,onTimeUpdate, ontoggle,onToggle,
onunload,onUnload, onvolumechange,onVolumeChange, onwaiting,onWaiting, ping,,s referrerpolicy,referrerPolicy,
tabindex,tabIndex,n xlink:actuate,xLinkActuate, xlink:arcrole,xLinkArcRole, xlink:href,xLinkHref, xlink:role,xLinkRole,
xlink:show,xLinkShow, xlink:title,xLinkTitle, xlink:type,xLinkType, xmlns:xlink,xmlnsXLink, xml:base,xmlBase,
xml:lang,xmlLang, xml:space,xmlSpace,`;

/** The attributes of HTML. */
export const HTML = `
accept,,c accept-charset,acceptCharset,s accesskey,accessKey,s allowfullscreen,allowFullScreen,b
allowpaymentrequest,allowPaymentRequest,b allowusermedia,allowUserMedia,b alpha,,b async,,b
autocapitalize,autoCapitalize, autocomplete,autoComplete,s autofocus,autoFocus,b autoplay,autoPlay,b blocking,,s
charset,charSet, checked,,b closedby,closedBy, colorspace,colorSpace, cols,,n colspan,colSpan,n commandfor,commandFor,
contenteditable,contentEditable, controls,,b controlslist,controlsList,s coords,,cn datetime,dateTime, default,,b
defer,,b dirname,dirName, disabled,,b download,,o enctype,encType, enterkeyhint,enterKeyHint,
fetchpriority,fetchPriority, formaction,formAction, formenctype,formEncType, formmethod,formMethod,
formnovalidate,formNoValidate,b formtarget,formTarget, headers,,s height,,n hidden,,o high,,n for,htmlFor,s
http-equiv,httpEquiv,s imagesizes,imageSizes, imagesrcset,imageSrcSet, inert,,b inputmode,inputMode, ismap,isMap,b
itemid,itemId, itemprop,itemProp,s itemref,itemRef,s itemscope,itemScope,b itemtype,itemType,s loop,,b low,,n
maxlength,maxLength,n minlength,minLength,n multiple,,b muted,,b nomodule,noModule,b novalidate,noValidate,b
onauxclick,onAuxClick, onbeforematch,onBeforeMatch, onbeforetoggle,onBeforeToggle, onbeforeunload,onBeforeUnload,
onblur,onBlur, oncontextlost,onContextLost, oncontextmenu,onContextMenu, oncontextrestored,onContextRestored,
onformdata,onFormData, onlanguagechange,onLanguageChange, onloadend,onLoadEnd, onmessageerror,onMessageError,
onrejectionhandled,onRejectionHandled, onscrollend,onScrollEnd, onsecuritypolicyviolation,onSecurityPolicyViolation,
onslotchange,onSlotChange, onunhandledrejection,onUnhandledRejection, onwheel,onWheel, open,,b optimum,,n
playsinline,playsInline,b popovertarget,popoverTarget, popovertargetaction,popoverTargetAction, readonly,readOnly,b
rel,,s required,,b reversed,,b rows,,n rowspan,rowSpan,n sandbox,,s scoped,,b seamless,,b selected,,b
shadowrootclonable,shadowRootClonable,b shadowrootcustomelementregistry,shadowRootCustomElementRegistry,b
shadowrootdelegatesfocus,shadowRootDelegatesFocus,b shadowrootmode,shadowRootMode,
shadowrootserializable,shadowRootSerializable,b size,,n span,,n spellcheck,spellCheck, srcdoc,srcDoc, srclang,srcLang,
srcset,srcSet, start,,n typemustmatch,typeMustMatch,b usemap,useMap, width,,n writingsuggestions,writingSuggestions,
alink,aLink, archive,,s bgcolor,bgColor, border,,n bordercolor,borderColor, bottommargin,bottomMargin,n
cellpadding,cellPadding, cellspacing,cellSpacing, charoff,charOff, classid,classId, codebase,codeBase,
codetype,codeType, compact,,b declare,,b frameborder,frameBorder, hspace,hSpace,n leftmargin,leftMargin,n
longdesc,longDesc, lowsrc,lowSrc, marginheight,marginHeight,n marginwidth,marginWidth,n noresize,noResize,b
nohref,noHref,b noshade,noShade,b nowrap,noWrap,b rightmargin,rightMargin,n topmargin,topMargin,n valuetype,valueType,
valign,vAlign, vlink,vLink, vspace,vSpace,n allowtransparency,allowTransparency, autocorrect,autoCorrect,
autosave,autoSave, credentialless,,b disablepictureinpicture,disablePictureInPicture,b
disableremoteplayback,disableRemotePlayback,b exportparts,exportParts,c part,,s results,,n`;

/** The attributes of SVG. */
export const SVG = `
about,,m accent-height,accentHeight,n alignment-baseline,alignmentBaseline, alphabetic,,n amplitude,,n
arabic-form,arabicForm, ascent,,n azimuth,,n baseline-shift,baselineShift, bias,,n cap-height,capHeight,n
clip-path,clipPath, clip-rule,clipRule, color-interpolation,colorInterpolation,
color-interpolation-filters,colorInterpolationFilters, color-profile,colorProfile, color-rendering,colorRendering,
datatype,dataType, descent,,n diffuseConstant,,n divisor,,n dominant-baseline,dominantBaseline, download,,b elevation,,n
enable-background,enableBackground, exponent,,n fill-opacity,fillOpacity,n fill-rule,fillRule, flood-color,floodColor,
flood-opacity,floodOpacity, font-family,fontFamily, font-size,fontSize, font-size-adjust,fontSizeAdjust,
font-stretch,fontStretch, font-style,fontStyle, font-variant,fontVariant, font-weight,fontWeight, g1,,c g2,,c
glyph-name,glyphName,c glyph-orientation-horizontal,glyphOrientationHorizontal,
glyph-orientation-vertical,glyphOrientationVertical, hanging,,n horiz-adv-x,horizAdvX,n horiz-origin-x,horizOriginX,n
horiz-origin-y,horizOriginY,n ideographic,,n image-rendering,imageRendering, intercept,,n k,,n k1,,n k2,,n k3,,n k4,,n
kernelMatrix,,m letter-spacing,letterSpacing, lighting-color,lightingColor, limitingConeAngle,,n marker-end,markerEnd,
marker-mid,markerMid, marker-start,markerStart, mask-type,maskType, mediaSize,,n nav-down,navDown,
nav-down-left,navDownLeft, nav-down-right,navDownRight, nav-left,navLeft, nav-next,navNext, nav-prev,navPrev,
nav-right,navRight, nav-up,navUp, nav-up-left,navUpLeft, nav-up-right,navUpRight, onactivate,onActivate,
onbegin,onBegin, onend,onEnd, onfocusin,onFocusIn, onfocusout,onFocusOut, onmousewheel,onMouseWheel, onrepeat,onRepeat,
onshow,onShow, onzoom,onZoom, overline-position,overlinePosition,n overline-thickness,overlineThickness,n
paint-order,paintOrder, panose-1,panose1, pathLength,,n playbackorder,playbackOrder, pointer-events,pointerEvents,
pointsAtX,,n pointsAtY,,n pointsAtZ,,n property,,m rel,,m rev,,m rendering-intent,renderingIntent, requiredExtensions,,m
requiredFeatures,,m requiredFonts,,m requiredFormats,,m shape-rendering,shapeRendering, specularConstant,,n
specularExponent,,n stop-color,stopColor, stop-opacity,stopOpacity, strikethrough-position,strikethroughPosition,n
strikethrough-thickness,strikethroughThickness,n stroke-dasharray,strokeDashArray,m stroke-dashoffset,strokeDashOffset,
stroke-linecap,strokeLineCap, stroke-linejoin,strokeLineJoin, stroke-miterlimit,strokeMiterLimit,n
stroke-opacity,strokeOpacity,n stroke-width,strokeWidth, surfaceScale,,n systemLanguage,,m targetX,,n targetY,,n
text-anchor,textAnchor, text-decoration,textDecoration, text-rendering,textRendering, timelinebegin,timelineBegin,
typeof,typeOf,m transform-origin,transformOrigin, underline-position,underlinePosition,n
underline-thickness,underlineThickness,n unicode-bidi,unicodeBidi, unicode-range,unicodeRange, units-per-em,unitsPerEm,n
v-alphabetic,vAlphabetic,n v-mathematical,vMathematical,n vector-effect,vectorEffect, v-hanging,vHanging,n
v-ideographic,vIdeographic,n vert-adv-y,vertAdvY,n vert-origin-x,vertOriginX,n vert-origin-y,vertOriginY,n
word-spacing,wordSpacing, writing-mode,writingMode, x-height,xHeight,n`;
