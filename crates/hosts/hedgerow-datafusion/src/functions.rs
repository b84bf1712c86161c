//! The scalar functions: [`HtmlFunction`] and [`HtmlExtract`].

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{Array as _, ArrayRef, new_empty_array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::compute::kernels::cmp::eq;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, internal_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, DocumentationBuilder, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};
use hedgerow_columns::{Documents, Extraction, Function, Options, html_extract};

/// The section of the documentation.
const SECTION: datafusion::logical_expr::DocSection = datafusion::logical_expr::DocSection {
    include: true,
    label: "HTML Functions",
    description: Some("Functions of HTML documents."),
};

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Parameter {
    Document,
    /// A constant text: a selector, for example.
    Constant(&'static str),
    Url,
    ContentType,
}

impl Parameter {
    fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Constant(name) => name,
            Self::Url => "url",
            Self::ContentType => "content_type",
        }
    }

    fn documentation(self) -> &'static str {
        match self {
            Self::Document => "The HTML, as text or bytes.",
            Self::Constant("selector") => "A CSS selector; a constant.",
            Self::Constant("attribute") => "The name of an attribute; a constant.",
            Self::Constant("expression") => "An XPath 1.0 expression; a constant.",
            Self::Constant("preset") => {
                "The name of a preset: default, basic, comments, email or article. A constant."
            }
            Self::Constant(_) => {
                "A JSON object: for each field of the result the name of a function, or an object with the name as \
                 \"function\" and its arguments. A constant."
            }
            Self::Url => "The address of the page, against which relative addresses are resolved. Optional.",
            Self::ContentType => {
                "The value of the Content-Type header, which states the encoding. Documents that are not HTML are null. \
                 Optional."
            }
        }
    }
}

/// Returns the parameters of a function: those after the constants are optional.
pub(crate) fn parameters(name: &str) -> Vec<Parameter> {
    let constants = match Function::ALL.iter().find(|(other, _)| *other == name) {
        Some((_, constants)) => constants,
        None => &["specification"][..],
    };
    let mut parameters = vec![Parameter::Document];
    parameters.extend(constants.iter().map(|&name| Parameter::Constant(name)));
    if matches!(name, EXTRACT | "html_links" | "html_markdown") {
        parameters.push(Parameter::Url);
    }
    parameters.push(Parameter::ContentType);
    parameters
}

/// The name of [`HtmlExtract`] in SQL.
pub(crate) const EXTRACT: &str = "html_extract";

/// The name, the parameters and the signature of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Interface {
    name: &'static str,
    parameters: Vec<Parameter>,
    signature: Signature,
    /// Whether an array of equal values counts as a constant.
    takes_constants_as_arrays: bool,
}

impl Interface {
    fn new(name: &'static str) -> Self {
        let parameters = parameters(name);
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name()).collect();
        let signature = Signature::user_defined(Volatility::Immutable);
        let signature = signature.clone().with_parameter_names(names).unwrap_or(signature);
        Self { name, parameters, signature, takes_constants_as_arrays: false }
    }

    /// Checks the number and the types of the arguments.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let required = self
            .parameters
            .iter()
            .filter(|parameter| matches!(parameter, Parameter::Document | Parameter::Constant(_)));
        let (name, least, most) = (self.name, required.count(), self.parameters.len());
        if !(least..=most).contains(&types.len()) {
            let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name()).collect();
            return plan_err!(
                "{name} takes {least} to {most} arguments, {name}({}), but got {}",
                names.join(", "),
                types.len()
            );
        }
        let coerced = self.parameters.iter().zip(types).map(|(parameter, data_type)| match data_type {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(data_type.clone()),
            DataType::Null => Ok(DataType::Utf8),
            DataType::Dictionary(_, value) if value.is_string() => Ok(value.as_ref().clone()),
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView
                if *parameter == Parameter::Document =>
            {
                Ok(data_type.clone())
            }
            other => plan_err!(
                "{name} takes text{} as its argument {}, not {other}",
                if *parameter == Parameter::Document { " or bytes" } else { "" },
                parameter.name()
            ),
        });
        coerced.collect()
    }

    fn documentation(&self, description: &str, example: &str) -> Documentation {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name()).collect();
        let syntax = format!("{}({})", self.name, names.join(", "));
        let mut builder = DocumentationBuilder::new_with_details(SECTION, description, syntax);
        builder = builder.with_sql_example(format!("```sql\n{example}\n```"));
        for parameter in &self.parameters {
            builder = builder.with_argument(parameter.name(), parameter.documentation());
        }
        builder.build()
    }

    /// Returns the texts of the arguments that must be constants.
    fn constants<'a>(
        &self,
        constants: impl Iterator<Item = Option<&'a ScalarValue>>,
    ) -> Result<Vec<&'a str>> {
        let arguments = self.parameters.iter().zip(constants);
        let constants = arguments.filter_map(|(parameter, value)| match parameter {
            Parameter::Constant(name) => Some((name, value)),
            _ => None,
        });
        let texts = constants.map(|(name, value)| {
            let Some(text) = value.and_then(ScalarValue::try_as_str).flatten() else {
                return plan_err!("the argument {name} of {} must be a constant text", self.name);
            };
            Ok(text)
        });
        texts.collect()
    }

    /// Returns, for each argument of a call, its value if it must be a constant and is one.
    fn scalars(&self, arguments: &[ColumnarValue]) -> Vec<Option<ScalarValue>> {
        let arguments = self.parameters.iter().zip(arguments);
        let scalars = arguments.map(|(parameter, argument)| match (parameter, argument) {
            (Parameter::Constant(_), ColumnarValue::Scalar(value)) => Some(value.clone()),
            (Parameter::Constant(_), ColumnarValue::Array(array)) if self.takes_constants_as_arrays => {
                common_value(array)
            }
            _ => None,
        });
        scalars.collect()
    }

    /// Whether the constants of a call are unknown, because they are arrays without rows. The result has no rows then.
    fn has_no_constants(&self, arguments: &ScalarFunctionArgs) -> bool {
        self.takes_constants_as_arrays && arguments.number_rows == 0
    }
}

/// The arguments of a call, as arrays.
struct Arguments {
    document: ArrayRef,
    url: Option<ArrayRef>,
    content_type: Option<ArrayRef>,
    /// Whether all arguments are constants, so that there is only one row.
    is_constant: bool,
}

impl Arguments {
    fn new(interface: &Interface, arguments: &ScalarFunctionArgs) -> Result<Self> {
        let is_constant = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { arguments.number_rows };
        let array = |wanted: Parameter| {
            let mut values = interface.parameters.iter().zip(&arguments.args);
            let value = values.find(|(parameter, _)| **parameter == wanted).map(|(_, value)| value);
            value.map(|value| value.to_array(rows)).transpose()
        };
        let Some(document) = array(Parameter::Document)? else {
            return internal_err!("{} has no argument", interface.name);
        };
        Ok(Self {
            document,
            url: array(Parameter::Url)?,
            content_type: array(Parameter::ContentType)?,
            is_constant,
        })
    }

    fn documents(&self) -> Result<Documents<'_>> {
        let documents = || {
            let mut documents = Documents::new(&self.document)?;
            if let Some(urls) = &self.url {
                documents = documents.with_urls(urls)?;
            }
            if let Some(content_types) = &self.content_type {
                documents = documents.with_content_types(content_types)?;
            }
            Ok::<_, hedgerow_columns::ColumnError>(documents)
        };
        documents().map_err(|error| exec_datafusion_err!("{error}"))
    }

    fn result(&self, array: ArrayRef) -> Result<ColumnarValue> {
        if self.is_constant {
            return ScalarValue::try_from_array(&array, 0).map(ColumnarValue::Scalar);
        }
        Ok(ColumnarValue::Array(array))
    }
}

/// Returns the value of an array in which all values are equal and none is null.
fn common_value(array: &ArrayRef) -> Option<ScalarValue> {
    let first = ScalarValue::try_from_array(array, 0).ok()?;
    let is_equal = eq(array, &first.to_scalar().ok()?).ok()?;
    (is_equal.true_count() == array.len()).then_some(first)
}

/// A function of a page, such as `html_title`. Its value is null if the document cannot be processed; [`HtmlExtract`] gives the
/// reason.
#[derive(Clone, PartialEq, Debug)]
pub struct HtmlFunction {
    interface: Interface,
    data_type: DataType,
    options: Options,
    documentation: Documentation,
}

impl Eq for HtmlFunction {}

impl Hash for HtmlFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.interface.hash(state);
    }
}

impl HtmlFunction {
    /// Sets whether an array of equal values counts as a constant.
    pub(crate) fn constants_as_arrays(mut self, as_arrays: bool) -> Self {
        self.interface.takes_constants_as_arrays = as_arrays;
        self
    }

    /// Returns all functions, with limits on the cost of a document.
    pub fn all(options: &Options) -> impl Iterator<Item = Self> {
        Function::ALL.iter().filter_map(|&(name, constants)| {
            // Any valid constants, because the type does not depend on them.
            let valid: Vec<&str> =
                constants.iter().map(|&name| if name == "preset" { "default" } else { "a" }).collect();
            let function = Function::new(name, &valid).ok()?;
            let interface = Interface::new(name);
            let (description, example) = describe(name);
            let documentation = interface.documentation(description, example);
            let data_type = with_utf8_keys(&function.data_type());
            Some(Self { interface, data_type, options: options.clone(), documentation })
        })
    }

    pub(crate) fn constant_name(&self) -> &'static str {
        self.interface.name
    }

    pub(crate) fn parameters(&self) -> &[Parameter] {
        &self.interface.parameters
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }
}

impl ScalarUDFImpl for HtmlFunction {
    fn name(&self) -> &str {
        self.interface.name
    }

    fn signature(&self) -> &Signature {
        &self.interface.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.data_type.clone())
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.interface.coerce_types(types)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if self.interface.has_no_constants(&arguments) {
            return Ok(ColumnarValue::Array(new_empty_array(&self.data_type)));
        }
        let scalars = self.interface.scalars(&arguments.args);
        let constants = self.interface.constants(scalars.iter().map(Option::as_ref))?;
        let function = Function::new(self.interface.name, &constants)
            .map_err(|error| exec_datafusion_err!("{}: {error}", self.interface.name))?;
        let arguments = Arguments::new(&self.interface, &arguments)?;
        let column = function.run(&arguments.documents()?, &self.options);
        arguments.result(cast(&column.values, &self.data_type)?)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// The function `html_extract`, which computes several functions in one parse. Its value is a struct with a field for each
/// function, and the field `reason` for documents that cannot be processed.
#[derive(Clone, PartialEq, Debug)]
pub struct HtmlExtract {
    interface: Interface,
    options: Options,
}

impl Eq for HtmlExtract {}

impl Hash for HtmlExtract {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.interface.hash(state);
    }
}

impl HtmlExtract {
    /// Sets whether an array of equal values counts as a constant.
    pub(crate) fn constants_as_arrays(mut self, as_arrays: bool) -> Self {
        self.interface.takes_constants_as_arrays = as_arrays;
        self
    }

    /// Creates the function with limits on the cost of a document.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { interface: Interface::new(EXTRACT), options }
    }

    pub(crate) fn parameters(&self) -> &[Parameter] {
        &self.interface.parameters
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    fn extraction<'a>(&self, constants: impl Iterator<Item = Option<&'a ScalarValue>>) -> Result<Extraction> {
        let constants = self.interface.constants(constants)?;
        let extraction = constants.first().copied().unwrap_or_default().parse();
        extraction.map_err(|error| exec_datafusion_err!("{EXTRACT}: {error}"))
    }
}

impl ScalarUDFImpl for HtmlExtract {
    fn name(&self) -> &str {
        EXTRACT
    }

    fn signature(&self) -> &Signature {
        &self.interface.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("the type of {EXTRACT} depends on its arguments")
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let extraction = self.extraction(arguments.scalar_arguments.iter().copied())?;
        Ok(Arc::new(Field::new(EXTRACT, with_utf8_keys(&extraction.data_type()), true)))
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.interface.coerce_types(types)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if self.interface.has_no_constants(&arguments) {
            return Ok(ColumnarValue::Array(new_empty_array(arguments.return_field.data_type())));
        }
        let scalars = self.interface.scalars(&arguments.args);
        let extraction = self.extraction(scalars.iter().map(Option::as_ref))?;
        let arguments = Arguments::new(&self.interface, &arguments)?;
        let rows = html_extract(&arguments.documents()?, &extraction, &self.options);
        arguments.result(cast(&rows, &with_utf8_keys(rows.data_type()))?)
    }

    fn documentation(&self) -> Option<&Documentation> {
        static DOCUMENTATION: LazyLock<Documentation> = LazyLock::new(|| {
            let (description, example) = describe(EXTRACT);
            Interface::new(EXTRACT).documentation(description, example)
        });
        Some(&DOCUMENTATION)
    }
}

/// Returns a type in which the keys of maps are `Utf8`, because `DataFusion` compares them with the constant of
/// `map['key']` without a conversion.
fn with_utf8_keys(data_type: &DataType) -> DataType {
    let field = |field: &FieldRef| {
        let data_type = with_utf8_keys(field.data_type());
        Arc::new(field.as_ref().clone().with_data_type(data_type))
    };
    match data_type {
        DataType::List(item) => DataType::List(field(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(field).collect()),
        DataType::Map(entries, is_sorted) => {
            let DataType::Struct(fields) = entries.data_type() else { return data_type.clone() };
            let mut fields: Vec<FieldRef> = fields.iter().map(field).collect();
            if let Some(key) = fields.first_mut() {
                *key = Arc::new(key.as_ref().clone().with_data_type(DataType::Utf8));
            }
            let entries = entries.as_ref().clone().with_data_type(DataType::Struct(fields.into()));
            DataType::Map(Arc::new(entries), *is_sorted)
        }
        _ => data_type.clone(),
    }
}

/// Returns the description and an example of a function.
fn describe(name: &str) -> (&'static str, &'static str) {
    match name {
        "html_attribute" => (
            "Returns the values of an attribute of the elements that match a CSS selector, as a list.",
            "SELECT html_attribute(payload, 'link[rel~=icon]', 'href') FROM warc('a.warc.gz')",
        ),
        "html_decode" => (
            "Decodes bytes as browsers do, and returns a struct: text, encoding, the step that determined the encoding, whether it is \
             certain, and the number of malformed byte sequences.",
            "SELECT html_decode(payload, content_type)['encoding'] FROM warc('a.warc.gz')",
        ),
        "html_errors" => (
            "Returns the parse errors as a list of structs: code, line and column.",
            "SELECT cardinality(html_errors('<p></b>'))",
        ),
        "html_fingerprint" => (
            "Returns a hash of the structure of the elements; the hashes of near duplicates differ in few bits.",
            "SELECT html_fingerprint('<ul><li>1<li>2') = html_fingerprint('<ul><li>1<li>2<li>3')",
        ),
        "html_json_ld" => (
            "Returns the texts of the JSON-LD scripts as a list.",
            "SELECT unnest(html_json_ld(payload)) FROM warc('a.warc.gz')",
        ),
        "html_lang" => ("Returns the language of the document.", "SELECT html_lang('<html lang=de>')"),
        "html_links" => (
            "Returns the addresses in attributes such as href and src, as a list of structs: url, text, rel, element and \
             attribute. Relative addresses are resolved against the base element and the address of the page.",
            "SELECT unnest(html_links('<a href=/b>b</a>', 'https://a.example/'))",
        ),
        "html_main_text" => (
            "Returns the text of the main content, without navigation, advertisements and the like.",
            "SELECT html_main_text(payload, content_type) FROM warc('a.warc.gz')",
        ),
        "html_markdown" => (
            "Returns the page as Markdown. Addresses are absolute if the address of the page is given.",
            "SELECT html_markdown('<h1>Trees</h1><a href=/b>b</a>', 'https://a.example/')",
        ),
        "html_meta" => (
            "Returns the metadata as a map from names, in lower case, to contents. Names are in the attributes name, property \
             and http-equiv of meta elements.",
            "SELECT html_meta('<meta property=og:title content=Oak>')['og:title']",
        ),
        "html_reason" => (
            "Returns the reason why the page could not be processed, so that the other functions return null; null if it was \
             processed.",
            "SELECT html_reason('%PDF-1.7', 'application/pdf')",
        ),
        "html_sanitize" => (
            "Returns the page as HTML that can be shown in another page. The preset says what is kept: default, basic, comments, \
             email or article.",
            "SELECT html_sanitize('<p onclick=x()>1<script>x()</script>', 'comments')",
        ),
        "html_select" => (
            "Returns the elements that match a CSS selector, as a list of structs: text, html and attributes.",
            "SELECT html_select('<p>1<p>2', 'p:last-child')[1]['html']",
        ),
        "html_select_text" => (
            "Returns the rendered texts of the elements that match a CSS selector, as a list.",
            "SELECT html_select_text('<p>1<p>2', 'p')",
        ),
        "html_tables" => (
            "Returns the tables as a list of structs: caption and rows. A row is a list of texts; cells that span several \
             columns or rows are repeated.",
            "SELECT html_tables('<table><tr><td>1<td>2</table>')[1]['rows']",
        ),
        "html_text" => ("Returns the rendered text.", "SELECT html_text('<p>one<p>two')"),
        "html_title" => ("Returns the title.", "SELECT html_title('<title>Oak</title>')"),
        "html_xpath" => (
            "Returns the value of an XPath 1.0 expression as a list: the string value of each node, or one text.",
            "SELECT html_xpath('<p>1<p>2', '//p')",
        ),
        _ => (
            "Computes several functions in one parse, and returns a struct with a field for each. The field reason says why a \
             document could not be processed.",
            "SELECT html_extract(payload, '{\"title\": \"html_title\", \"h1\": {\"function\": \"html_select_text\", \
             \"selector\": \"h1\"}}', url) FROM warc('a.warc.gz')",
        ),
    }
}
