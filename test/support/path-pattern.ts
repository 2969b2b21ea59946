/** Matches the addresses of a documented path. */
export function pathPattern(path: string): RegExp {
  const text = path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${text}$`);
}
