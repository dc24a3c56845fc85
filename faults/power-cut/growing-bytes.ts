/** The content of a file; writing beyond its end leaves zeros in between, as on a disk. */
export class GrowingBytes {
  #bytes: Buffer
  #length: number

  constructor(bytes: Uint8Array = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes)
    this.#length = bytes.length
  }

  write(bytes: Uint8Array, offset: number): void {
    const end = offset + bytes.length
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(end, 2 * this.#bytes.length))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    this.#bytes.set(bytes, offset)
    this.#length = Math.max(this.#length, end)
  }

  resize(length: number): void {
    if (length > this.#length) this.write(Buffer.alloc(length - this.#length), this.#length)
    this.#bytes.fill(0, length, this.#length)
    this.#length = length
  }

  copy(): GrowingBytes {
    return new GrowingBytes(this.read())
  }

  read(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
