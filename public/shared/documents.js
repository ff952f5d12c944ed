// Pages of this site as documents. Trusted Types forbid `DOMParser`. A request for a document needs no parser, and the
// scripts of such a document never run.

/** The document at `address`; null without one, or after `patience` milliseconds. */
export function load(address, patience = 10_000) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = patience;
    request.onloadend = () => done(request.status === 200 ? request.response : null);
    request.send();
  });
}
