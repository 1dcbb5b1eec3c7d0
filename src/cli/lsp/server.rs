//! Messages in, replies out: what the protocol says of any server, whatever it serves.

use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use super::incoming;
use super::project::Chosen;
use super::session::{Refused, Session};
use crate::cli::Outcome;

/// How many messages may wait while one is answered.
const WAITING: usize = 64;

/// How far a client has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It has not asked for `initialize` yet.
    Before,
    Running,
    /// It has asked for `shutdown`.
    Down,
}

/// A server that talks to one client.
struct Server<'a> {
    phase: Phase,
    session: Session,
    out: &'a mut dyn Write,
}

/// Serves a client on standard input until it says `exit`, or says nothing more.
pub(super) fn serve(chosen: Chosen, out: &mut dyn Write) -> io::Result<Outcome> {
    let (sender, incoming) = sync_channel(WAITING);
    // It may wait for input when the server ends, so nothing waits for it.
    thread::spawn(move || incoming::read(&mut BufReader::new(io::stdin()), &sender));
    let mut server = Server {
        phase: Phase::Before,
        session: Session::new(chosen),
        out,
    };
    server.run(&incoming)
}

impl Server<'_> {
    fn run(&mut self, incoming: &Receiver<Result<Message, String>>) -> io::Result<Outcome> {
        loop {
            // Diagnostics wait until nothing else does, so that fast typing is not held up.
            let message = match incoming.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.send_diagnostics()?;
                    incoming.recv().ok()
                }
                message => message.ok(),
            };
            let Some(message) = message else {
                return Ok(Outcome::Problems);
            };
            match message {
                Ok(Message::Request(request)) => {
                    let response = self.answer(request);
                    self.send(response)?;
                }
                Ok(Message::Notification(exit)) if exit.method == "exit" => {
                    return Ok(match self.phase {
                        Phase::Down => Outcome::Fine,
                        _ => Outcome::Problems,
                    });
                }
                Ok(Message::Notification(notification)) => self.note(notification)?,
                Ok(Message::Response(_)) => {}
                Err(error) => self.refuse(&error)?,
            }
            for request in self.session.take_requests() {
                self.send(request)?;
            }
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        message.into().write(&mut self.out)
    }

    /// Answers a request, with an error if need be. A fault of the server's own is one too.
    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answer = match (self.phase, method.as_str()) {
            (Phase::Before, "initialize") => {
                let answer = self.guarded(|session| session.initialize(&params));
                if answer.is_ok() {
                    self.phase = Phase::Running;
                }
                answer
            }
            (Phase::Before, _) => Err(Refused::new(
                ErrorCode::ServerNotInitialized,
                "`initialize` comes first",
            )),
            (Phase::Down, _) => Err(Refused::new(
                ErrorCode::InvalidRequest,
                "the server was shut down",
            )),
            (Phase::Running, "initialize") => Err(Refused::new(
                ErrorCode::InvalidRequest,
                "the server runs already",
            )),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Down;
                Ok(Value::Null)
            }
            (Phase::Running, _) => self.guarded(|session| session.request(&method, params)),
        };
        match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(Refused { code, message }) => Response::new_err(id, code as i32, message),
        }
    }

    fn note(&mut self, notification: Notification) -> io::Result<()> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let Notification { method, params } = notification;
        let noted = self.guarded(|session| session.notification(&method, params));
        match noted {
            Ok(()) => Ok(()),
            Err(Refused { message, .. }) => self.log(&format!("{method}: {message}")),
        }
    }

    fn send_diagnostics(&mut self) -> io::Result<()> {
        match self.guarded(|session| Ok(session.diagnostics())) {
            Ok(published) => published.into_iter().try_for_each(|params| {
                let method = "textDocument/publishDiagnostics".to_owned();
                self.send(Notification { method, params })
            }),
            Err(Refused { message, .. }) => self.log(&message),
        }
    }

    /// Does something to the session. Nothing that goes wrong there ends the server.
    fn guarded<T>(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let session = &mut self.session;
        let acted = catch_unwind(AssertUnwindSafe(|| act(session)));
        acted.unwrap_or_else(|_| {
            let message = "this is a fault of spellboard: please report it";
            Err(Refused::new(ErrorCode::InternalError, message))
        })
    }

    /// Tells the client what went wrong where there is nothing to reply to.
    fn log(&mut self, message: &str) -> io::Result<()> {
        const WARNING: u8 = 2;
        self.send(Notification {
            method: "window/logMessage".to_owned(),
            params: json!({ "type": WARNING, "message": message }),
        })
    }

    /// Replies to what is no message. Nobody knows its id.
    fn refuse(&mut self, error: &str) -> io::Result<()> {
        let short: String = error.chars().take(400).collect();
        let code = ErrorCode::ParseError as i32;
        let reply = json!({
            "jsonrpc": "2.0",
            "id": null,
            "error": { "code": code, "message": short },
        });
        let reply = reply.to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{reply}", reply.len())?;
        self.out.flush()
    }
}
