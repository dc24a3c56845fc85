/** Closes in reverse order what the job has opened, however it ends. */
export async function closeAfter<T>(job: (opened: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const opened = new AsyncDisposableStack()
  try {
    return await job(opened)
  } finally {
    await opened.disposeAsync()
  }
}
