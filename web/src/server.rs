//! Connections: how many there may be, how long each may take, and that none holds up another.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::routes::Site;

/// The most connections at a time; more wait until one has ended.
const MOST_CONNECTIONS: usize = 256;

/// The most bytes of a head.
const MOST_HEAD: usize = 16 << 10;

/// How long a connection is kept; then it is closed as soon as the answer has been sent that is on its way.
const LIFE: Duration = Duration::from_secs(120);

/// How long that last answer may take.
const LAST_ANSWER: Duration = Duration::from_secs(10);

/// Answers whoever connects, until it is dropped. A client may take as long as `patience` to send the head of a request, the time
/// before its first byte counted, and as long again for the body.
pub(crate) async fn serve(listener: TcpListener, patience: Duration) {
    let site = Arc::new(Site::new(patience));
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(converse(stream, Arc::clone(&site), patience, permit));
            }
            // No file handle is free, say: the next try may find one.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// All requests of one connection. What goes wrong with it is the client's doing and concerns nobody else.
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
    if timeout(LIFE, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST_ANSWER, connection).await;
    }
}
