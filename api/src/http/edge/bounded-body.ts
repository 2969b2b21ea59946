/** The text of a body of at most `limitBytes`. @throws Error for a larger one, or when the connection breaks */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limitBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
