import figtree from '@cut/figtree.woff2?url'
import gabarito from '@cut/gabarito.woff2?url'

/** Fetched before the styles that name them: those of fonts.css that every page shows at once. */
export const preloadedFonts: readonly string[] = [figtree, gabarito]
