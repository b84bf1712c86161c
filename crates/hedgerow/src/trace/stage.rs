//! Implements [`Stage`] for a tracer without an observer. With the feature `compact`, the machine uses this tracer for
//! documents and fragments, so that the tokenizer is compiled only for the tracer.

use hedgerow_tree::{TreeBuilder, TreeBuilderOptions};

use super::Tracer;
use crate::dom_sink::DomSink;
use crate::machine::Stage;
use crate::mode::Mode;

impl<'w, M: Mode> Stage<'w, M> for Tracer<'w, M> {
    fn new(sink: DomSink<'w, M>, options: TreeBuilderOptions) -> Self {
        Self { builder: TreeBuilder::new(sink, options), observation: None }
    }

    fn builder(&self) -> &TreeBuilder<DomSink<'w, M>> {
        &self.builder
    }

    fn builder_mut(&mut self) -> &mut TreeBuilder<DomSink<'w, M>> {
        &mut self.builder
    }
}
