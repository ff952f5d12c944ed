// The worker of beside.js. A request is `{ id, file }` or `{ id, bitmap, inner }`, the answer `{ id, made }`; `made` is
// the result of picture.js, or null after an error.

import { finished, reduced } from "./picture.js";

addEventListener("message", async ({ data: { id, file, bitmap, inner } }) => {
  const made = await (file ? reduced(file) : finished(bitmap, inner)).catch(() => null);
  postMessage({ id, made });
});
