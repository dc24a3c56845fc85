export type ImageSize = { readonly width: number; readonly height: number }

/** The same picture with no side above the longest, and none below one pixel. */
export function fitInside({ width, height }: ImageSize, maxSide: number): ImageSize {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
