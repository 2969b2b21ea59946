/** Of the package, which has no types, as much as Flip uses. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly lineGap: number;
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): { readonly advanceWidth: number };
    /** Private: glyphs by their numbers, with the letters that they were first made for. */
    _glyphs: Record<number, unknown>;
    /** Features of OpenType by their tags, besides the usual ones. */
    layout(text: string, features?: readonly string[]): { readonly advanceWidth: number };
  }
  export function openSync(path: string): Font;
  export function create(file: Uint8Array): Font;
}
