/** Width of a chart as a PNG in pixels, twice that of most drawings. */
export const PNG_WIDTH = 1440

/** The size in pixels of a drawing as a PNG of this width. The renderer rounds sizes up. */
export function pngSize(
  { width, height }: { readonly width: number; readonly height: number },
  pngWidth = PNG_WIDTH,
): { readonly width: number; readonly height: number } {
  return { width: pngWidth, height: Math.ceil((pngWidth * Math.ceil(height)) / Math.ceil(width)) }
}
