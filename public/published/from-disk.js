// A copy of the published log on a disk: no server adds the file's name to the address of a folder, so the links get it
// here. Browsers load no module from a disk, so the page then has no search.

if (location.protocol === "file:") {
  for (const link of document.links) {
    if (link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  }
}
