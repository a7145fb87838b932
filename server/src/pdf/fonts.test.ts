import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pdfPages } from '../testing/data/pdf-text.ts'

const info = { title: 'A paper', author: 'A haulier', language: 'en', date: '2026-03-02' }

/** Draws texts in a process that has drawn nothing yet, each as a document. @returns the bytes of the last one */
async function drawAfterAll(texts: readonly string[]): Promise<Buffer> {
  // The fonts are read once per process.
  vi.resetModules()
  const { PdfDocument } = await import('./document.ts')
  let bytes: Buffer = Buffer.alloc(0)
  for (const text of texts) {
    const document = new PdfDocument(info)
    document.write(text)
    bytes = await document.finish(() => ({ left: '', right: '' }))
  }
  return bytes
}

afterEach(() => {
  vi.resetModules()
})

describe('PAPER-3: the text of a file equals its visible characters', () => {
  test('after any other text: glyphs that are parts of others', async () => {
    const bytes = await drawAfterAll(['ÝÀŀÄ: Αθήνα', 'UN 1098 ALLYL ALCOHOL · 4'])
    expect(pdfPages(bytes)[0]!.replaceAll('\n', ' ')).toContain('UN 1098 ALLYL ALCOHOL · 4')
  })

  test('after any other text: a character drawn with the glyph of another', async () => {
    expect(pdfPages(await drawAfterAll(['i\u0300', 'ısı']))).toEqual(['ısı'])
    expect(pdfPages(await drawAfterAll(['\u0080', '\u0081']))).toEqual(pdfPages(await drawAfterAll(['\u0081'])))
  })

  test('also with ligatures, typed or not', async () => {
    expect(pdfPages(await drawAfterAll(['oﬃce', 'office']))).toEqual(['office'])
    expect(pdfPages(await drawAfterAll(['oﬃce']))).toEqual(['office'])
  })

  test('and the bytes are the same whether it is drawn first or later', async () => {
    const letter = fc.integer({ min: 0x21, max: 0x24f })
    const mark = fc.integer({ min: 0x300, max: 0x315 })
    const piece = fc
      .oneof(letter, mark, fc.constantFrom(0xfb01, 0xfb03, 0x391, 0x3a5, 0x20, 0x69, 0x131, 0x6a, 0x237))
      .map(String.fromCodePoint)
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `A${pieces.join('')}`)
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 3 }), async (last, before) => {
        const alone = await drawAfterAll([last])
        expect((await drawAfterAll([...before, last])).equals(alone)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
