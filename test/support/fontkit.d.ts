/** Of the package, which has no types, as much as the tests use. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly lineGap: number;
    hasGlyphForCodePoint(point: number): boolean;
    glyphForCodePoint(point: number): { readonly advanceWidth: number };
  }
  export function openSync(path: string): Font;
}
