// The states of scans, asked for in one request.

import { ask, program } from "./server.js";

/** The number of scans that one request may name. */
export const LIMIT = 40;

/** Milliseconds between two requests: until there is a name, afterwards, and while nothing changes. */
const [QUICK, CALM, SLOW] = [250, 1000, 4000];

/** The states after which nothing changes. */
export const isFinal = (state) => ["complete", "failed", "identificationFailed", "gone"].includes(state);

/** Whether the scan has ended with the question whether the photo shows one of the known covers. */
export const isQuestion = (status) =>
  status?.state === "identificationFailed" && Boolean(status.candidates?.some((one) => one.kind === "cover"));

/** Requests the statuses of scans. Returns a list, null without an answer, or `"signedOut"`. */
export async function statesOf(ids) {
  try {
    const answer = await ask(`${program}/scans?id=${ids.slice(0, LIMIT).join(",")}`);
    if (answer.status === 401) return "signedOut";
    const { scans } = answer.ok ? await answer.json() : {};
    return Array.isArray(scans) ? scans : null;
  } catch {
    return null;
  }
}

/** The pause before the next request, in milliseconds. `quiet` counts the latest answers without news. */
export function pace({ isAnswered, isNamed, quiet }) {
  if (!isAnswered || quiet > 60) return SLOW;
  return isNamed ? CALM : QUICK;
}
