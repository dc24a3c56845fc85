/**
 * Two files that every page needs, instead of thirty that are small and pack badly: what others
 * wrote, and the frame that all our pages share. Whatever these import comes along with them.
 */
export const manualChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'shell',
    test: /\/web\/(app\/root|site\/(site-layout|page-meta|noscript-notice|enquiry\/enquiry-card)|illustrations\/stack-illustration|ui\/(avatar|card|form\/text-field))\.tsx?$|preload-helper/,
    priority: 1,
  },
]
