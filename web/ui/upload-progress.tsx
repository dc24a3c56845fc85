/** How much of an upload is sent, 0 to 1; null while it waits. */
export function UploadProgress({ share }: { readonly share: number | null }) {
  const isUploading = share !== null && share > 0 && share < 1
  return (
    <progress
      // Keeps its place, so that Cancel never moves from under the pointer.
      style={{
        visibility: isUploading ? 'visible' : 'hidden',
        width: '100%',
        maxWidth: 'var(--progress-width, 320px)',
        height: 10,
        accentColor: 'var(--primary)',
      }}
      aria-label="Sent"
      max={1}
      value={share ?? 0}
    />
  )
}
