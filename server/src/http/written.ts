import { hash } from 'node:crypto'

/** An answer that is already JSON: sent byte for byte and not serialised again. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A JSON answer that is unchanged while its tag is: a request with the tag gets 304 (READ-10; RFC 9110, 13.1.2). */
export class TaggedJson {
  readonly bytes: Buffer
  /** An entity tag, in quotes. */
  readonly tag: string

  /** @param text the JSON */
  constructor(text: string) {
    this.bytes = Buffer.from(text)
    this.tag = `"${hash('sha1', this.bytes, 'base64url')}"`
  }

  /**
   * Whether the client already has it.
   * @param header the value of If-None-Match
   */
  isKnownTo(header: string | undefined): boolean {
    if (header === undefined) return false
    return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === this.tag)
  }
}
