// A copy of the published log on a disk: no server adds the file's name to the address of a folder, so this script adds
// it to the links. Browsers load no modules from a disk, so the copy has no search.

if (location.protocol === "file:") {
  for (const link of document.links) {
    if (link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
  }
}
