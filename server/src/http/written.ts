/** An answer that is JSON already: it is sent byte for byte and not serialised again. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
