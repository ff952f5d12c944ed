// The worker that reduces and encodes photos for beside.js. Gets `{ id, file }` or `{ id, bitmap, inner }`, and answers
// `{ id, made }`; `made` is null if it could not be made here.

import { finished, reduced } from "./picture.js";

addEventListener("message", async ({ data: { id, file, bitmap, inner } }) => {
  const made = await (file ? reduced(file) : finished(bitmap, inner)).catch(() => null);
  postMessage({ id, made });
});
