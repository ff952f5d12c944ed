// Pages of this site as documents. Trusted Types forbid `DOMParser`. A request for a document needs no parser, and the
// scripts of such a document never run.

import { isOwnDocument } from "../offline/answer.js";

/** The page of AlbumScan at `address` as a document; null without one, or after `patience` milliseconds. */
export function load(address, patience = 10_000) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = patience;
    request.onloadend = () => done(request.status === 200 && isOwnDocument(request.response) ? request.response : null);
    request.send();
  });
}
