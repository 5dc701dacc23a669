//! Connections: bounds on their number, duration and size, so that none blocks another.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use grundy::Registry;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::routes::Site;

/// Connections at a time; further ones wait until one has ended.
pub(crate) const MOST_CONNECTIONS: usize = 256;

/// Bytes of the head of a request.
const MOST_HEAD: usize = 16 << 10;

/// The duration of a connection. After it the connection closes, once the current answer is sent.
const LIFE: Duration = Duration::from_mins(2);

/// The time for that last answer.
const LAST_ANSWER: Duration = Duration::from_secs(10);

/// Serves all connections, until the future is dropped. A client has the time `patience` to send the head of a request, including the
/// time before its first byte, and as long again for the body.
pub(crate) async fn serve(listener: TcpListener, patience: Duration, registry: Registry) {
    let site = Arc::new(Site::new(patience, registry, MOST_CONNECTIONS));
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        // The permit comes before the connection: further clients wait in the queue of the system.
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(converse(stream, Arc::clone(&site), patience, permit));
            }
            // Too many open files, for example: try again a little later.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers all requests of one connection. An error ends this connection only.
async fn converse(stream: TcpStream, site: Arc<Site>, patience: Duration, _room: OwnedSemaphorePermit) {
    let service = service_fn(move |request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // A connection that lives too long ends after its current answer, or after `LAST_ANSWER`.
    if timeout(LIFE, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST_ANSWER, connection).await;
    }
}
