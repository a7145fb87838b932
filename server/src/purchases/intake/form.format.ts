import { errorItem, Problem } from '../../http/problem.ts'
import type { ReceivedAttachment } from './document.rules.ts'

/** A part of a form. */
export interface FormPart extends ReceivedAttachment {
  /** Name of the field. */
  readonly field: string
}

const mostParts = 51

/**
 * Parts of a form in order (EINV-1), parsed from its bytes, because only these are available when a message is
 * reprocessed.
 * @param contentType of the request, with the boundary
 * @throws Problem validation_failed if it is not a form
 */
export function formParts(body: Buffer, contentType: string): FormPart[] {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark) throw refused('has no boundary in its Content-Type', 'boundary_missing')
  const parts: FormPart[] = []
  const delimiter = Buffer.from(`--${mark}`)
  let at = body.indexOf(delimiter)
  if (at < 0) throw refused('has no parts', 'multipart_empty')
  for (;;) {
    const start = at + delimiter.length
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), start)
    if (next < 0) throw refused('ends before its last part', 'multipart_cut')
    if (parts.length >= mostParts) throw refused('has more than 51 parts', 'too_many_parts')
    parts.push(partOf(body.subarray(start, next), parts.length))
    at = next + 2
  }
}

function partOf(bytes: Buffer, at: number): FormPart {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) throw refused('has a part without a header', 'part_without_header')
  const head = bytes.subarray(0, end).toString('utf8')
  const header = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const disposition = header('content-disposition')
  const field = /\bname="([^"]*)"/i.exec(disposition)?.[1] ?? ''
  const file = /\bfilename="([^"]*)"/i.exec(disposition)?.[1] ?? ''
  return {
    field,
    name: file || field || `attachment-${at}`,
    mediaType: header('content-type'),
    bytes: bytes.subarray(end + 4),
  }
}

function refused(message: Parameters<typeof errorItem>[1], detail: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem('body', message, detail)] })
}
