//! [`Stores`]: the object stores of addresses, which are created when a query first names them.
//!
//! The credentials for S3 are those in the environment variables. Requests go to the hosts of the addresses in the query, and of
//! the endpoints in the environment variables, and to no others.

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use hedgerow_datafusion::datafusion::common::{Result, plan_datafusion_err, plan_err};
use hedgerow_datafusion::datafusion::execution::object_store::{
    DefaultObjectStoreRegistry, ObjectStoreRegistry,
};
use object_store::aws::AmazonS3Builder;
use object_store::client::{HttpClient, HttpConnector};
use object_store::http::HttpBuilder;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use reqwest::Client;
use reqwest::redirect::{Attempt, Policy};
use url::{Position, Url};

/// The environment variables that say where credentials are. Without them, `object_store` would ask the metadata service of the
/// machine for credentials.
const CREDENTIALS: [&str; 5] = [
    "AWS_ACCESS_KEY_ID", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_METADATA_ENDPOINT", "AWS_WEB_IDENTITY_TOKEN_FILE",
];

/// The maximum number of redirections for a request.
const MOST_REDIRECTIONS: usize = 10;

/// The settings of requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requests {
    /// The time after which a server that sends nothing counts as failed.
    pub(crate) timeout: Duration,
    /// The number of times that a failed request is sent again.
    pub(crate) retries: usize,
}

/// The stores of local files and of addresses.
#[derive(Debug)]
pub(crate) struct Stores {
    known: DefaultObjectStoreRegistry,
    requests: Requests,
}

impl Stores {
    pub(crate) fn new(requests: Requests) -> Self {
        Self { known: DefaultObjectStoreRegistry::new(), requests }
    }

    /// Creates the store of an address.
    fn create(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        let requests = self.requests;
        let retries = RetryConfig {
            max_retries: requests.retries,
            // Each attempt may take the whole timeout.
            retry_timeout: requests
                .timeout
                .saturating_mul(requests.retries as u32 + 1)
                .max(Duration::from_mins(3)),
            ..RetryConfig::default()
        };
        let store: object_store::Result<Arc<dyn ObjectStore>> = match url.scheme() {
            "s3" | "s3a" => {
                let mut builder = AmazonS3Builder::from_env();
                if CREDENTIALS.iter().all(|name| env::var_os(name).is_none()) {
                    builder = builder.with_skip_signature(true);
                }
                let builder = builder.with_bucket_name(url.host_str().unwrap_or_default());
                builder
                    .with_retry(retries)
                    .with_http_connector(requests)
                    .build()
                    .map(|store| Arc::new(store) as _)
            }
            "http" | "https" => {
                let builder = HttpBuilder::new().with_url(&url[..Position::BeforePath]);
                builder
                    .with_retry(retries)
                    .with_http_connector(requests)
                    .build()
                    .map(|store| Arc::new(store) as _)
            }
            scheme => {
                return plan_err!(
                    "cannot read {url}: addresses with {scheme}: are not supported; s3:, https: and http: are"
                );
            }
        };
        store.map_err(|error| plan_datafusion_err!("cannot read {url}: {error}"))
    }
}

impl ObjectStoreRegistry for Stores {
    fn register_store(&self, url: &Url, store: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
        self.known.register_store(url, store)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        if let Ok(store) = self.known.get_store(url) {
            return Ok(store);
        }
        let store = self.create(url)?;
        self.register_store(url, Arc::clone(&store));
        Ok(store)
    }
}

impl HttpConnector for Requests {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = Client::builder()
            .user_agent(concat!("hedgerow-sql/", env!("CARGO_PKG_VERSION")))
            // Large ranges are faster over several connections.
            .http1_only()
            .connect_timeout(self.timeout)
            .read_timeout(self.timeout)
            .redirect(Policy::custom(|attempt| match refusal(&attempt) {
                Some(refusal) => attempt.error(refusal),
                None => attempt.follow(),
            }))
            .build();
        let failed = |error: reqwest::Error| object_store::Error::Generic {
            store: "HTTP",
            source: Box::<dyn Error + Send + Sync>::from(error),
        };
        client.map(HttpClient::new).map_err(failed)
    }
}

/// Returns the reason why a redirection is not followed: only those on the same host are.
fn refusal(attempt: &Attempt<'_>) -> Option<String> {
    let (from, to) = (attempt.previous().first()?, attempt.url());
    let is_same = from.host() == to.host()
        && (from.origin() == to.origin() || (from.scheme() == "http" && to.scheme() == "https"));
    if !is_same {
        return Some(format!(
            "the server redirects to {to}; if that host may be asked, use this address in the query"
        ));
    }
    (attempt.previous().len() > MOST_REDIRECTIONS).then(|| "the server redirects in a circle".to_owned())
}
