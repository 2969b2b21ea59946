/** A copy of the stores cannot be relied on, or a place cannot take one. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}
