const keysBeingSent = new Set<string>();

/** True while this tab sends and repeats the request of a payment. */
export function isBeingSent({ key }: { readonly key: string }): boolean {
  return keysBeingSent.has(key);
}

/** Marks a payment while the work that sends it runs. */
export async function whileBeingSent<T>(
  { key }: { readonly key: string },
  work: () => Promise<T>,
): Promise<T> {
  keysBeingSent.add(key);
  try {
    return await work();
  } finally {
    keysBeingSent.delete(key);
  }
}
