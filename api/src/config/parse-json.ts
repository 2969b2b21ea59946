/** The value of a JSON text; null for a text that is none, which no schema takes. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
