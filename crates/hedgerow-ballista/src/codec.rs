//! [`LogicalCodec`] and [`PhysicalCodec`], which encode, for schedulers and executors, the plans that read archives.

use std::path::{self, PathBuf};
use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::PhysicalExprNode;
use hedgerow_datafusion::datafusion::arrow::datatypes::SchemaRef;
use hedgerow_datafusion::datafusion::catalog::TableProvider;
use hedgerow_datafusion::datafusion::common::{Result, TableReference, exec_datafusion_err, internal_err};
use hedgerow_datafusion::datafusion::datasource::file_format::FileFormatFactory;
use hedgerow_datafusion::datafusion::execution::TaskContext;
use hedgerow_datafusion::datafusion::logical_expr::{Extension, LogicalPlan};
use hedgerow_datafusion::datafusion::physical_plan::ExecutionPlan;
use hedgerow_datafusion::{WarcScan, WarcTable};
use prost::Message;

/// The start of our messages. A message of Ballista cannot start with these bytes: in Protocol Buffers, the byte `h`
/// begins an integer field, but all fields of Ballista's messages are themselves messages.
const PREFIX: &[u8] = b"hedgerow:";

/// The files of a [`WarcTable`].
#[derive(Clone, PartialEq, Message)]
struct TableMessage {
    #[prost(message, repeated, tag = "1")]
    files: Vec<FileMessage>,
}

#[derive(Clone, PartialEq, Message)]
struct FileMessage {
    #[prost(string, tag = "1")]
    path: String,
    #[prost(uint64, tag = "2")]
    length: u64,
}

/// A [`WarcScan`] without its input.
#[derive(Clone, PartialEq, Message)]
struct ScanMessage {
    #[prost(string, repeated, tag = "1")]
    columns: Vec<String>,
    #[prost(message, optional, tag = "2")]
    condition: Option<PhysicalExprNode>,
    #[prost(uint64, optional, tag = "3")]
    fetch: Option<u64>,
}

fn encode(message: &impl Message, buffer: &mut Vec<u8>) {
    buffer.extend_from_slice(PREFIX);
    buffer.extend(message.encode_to_vec());
}

/// Decodes one of our messages; returns `None` for bytes without [`PREFIX`].
fn decode<M: Message + Default>(bytes: &[u8]) -> Option<Result<M>> {
    let bytes = bytes.strip_prefix(PREFIX)?;
    Some(M::decode(bytes).map_err(|error| exec_datafusion_err!("a damaged plan: {error}")))
}

/// Ballista's codec of logical plans, for plans in which [`WarcTable`] occurs.
#[derive(Debug, Default)]
pub struct LogicalCodec {
    ballista: BallistaLogicalExtensionCodec,
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.ballista.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, buffer: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, buffer)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        reference: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let Some(table) = decode::<TableMessage>(bytes) else {
            return self.ballista.try_decode_table_provider(bytes, reference, schema, context);
        };
        let files = table?.files.into_iter().map(|file| (PathBuf::from(file.path), file.length));
        Ok(Arc::new(WarcTable::of_files(files.collect())))
    }

    fn try_encode_table_provider(
        &self,
        reference: &TableReference,
        provider: Arc<dyn TableProvider>,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        let Some(table) = provider.downcast_ref::<WarcTable>() else {
            return self.ballista.try_encode_table_provider(reference, provider, buffer);
        };
        let files = table.files().iter().map(|(file, length)| {
            // The executors have other working directories.
            let path = path::absolute(file)?.into_os_string().into_string();
            let path = path.map_err(|path| exec_datafusion_err!("the path {path:?} is not UTF-8"))?;
            Ok(FileMessage { path, length: *length })
        });
        encode(&TableMessage { files: files.collect::<Result<_>>()? }, buffer);
        Ok(())
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.ballista.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, buffer: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.ballista.try_encode_file_format(buffer, format)
    }
}

/// Ballista's codec of physical plans, for plans in which [`WarcScan`] occurs.
#[derive(Debug, Default)]
pub struct PhysicalCodec {
    ballista: BallistaPhysicalExtensionCodec,
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(scan) = decode::<ScanMessage>(bytes) else {
            return self.ballista.try_decode(bytes, inputs, context, converter);
        };
        let ScanMessage { columns, condition, fetch } = scan?;
        let [input] = inputs else { return internal_err!("an archive scan has one input") };
        let decoding = PhysicalPlanDecodeContext::new(context, self);
        let schema = WarcScan::schema_of_condition();
        let condition = condition.as_ref();
        let condition = condition.map(|node| converter.proto_to_physical_expr(node, &schema, &decoding));
        let fetch = fetch.map(|fetch| usize::try_from(fetch).unwrap_or(usize::MAX));
        let columns = columns.iter().map(String::as_str);
        Ok(Arc::new(WarcScan::new(Arc::clone(input), columns, condition.transpose()?, fetch)?))
    }

    fn try_encode(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        buffer: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(scan) = plan.downcast_ref::<WarcScan>() else {
            return self.ballista.try_encode(plan, buffer, converter);
        };
        let condition = scan.condition().map(|condition| converter.physical_expr_to_proto(condition, self));
        let message = ScanMessage {
            columns: scan.columns().map(str::to_owned).collect(),
            condition: condition.transpose()?,
            fetch: scan.fetch().map(|fetch| fetch as u64),
        };
        encode(&message, buffer);
        Ok(())
    }
}
