import type { DocumentUploadResponse } from '@cartage/contract/documents/endpoints'
import type { FastifyInstance } from 'fastify'
import { linkDocument } from '../../documents/store.ts'
import type { TestTenant } from '../test-tenant.ts'

/** A file to upload. */
export interface TestFile {
  bytes: Buffer
  name?: string
  /** Absent: the part has no Content-Type. */
  type?: string
}

const boundary = 'cartage-test-boundary'

/** A form with these files, each in a part called `file` by default. */
export function formOf(files: readonly TestFile[], field = 'file'): Buffer {
  const parts = files.flatMap(({ bytes, name, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"` +
        `${name === undefined ? '' : `; filename="${name.replaceAll('"', '%22')}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

/** The type of the form above. */
export const formType = `multipart/form-data; boundary=${boundary}`

/** Sends a form to the upload endpoint. */
export function postForm(app: FastifyInstance, token: string, payload: Buffer, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/v1/documents/document/upload_content',
    headers: { authorization: `Bearer ${token}`, 'content-type': formType, ...headers },
    payload,
  })
}

/** Uploads a file and returns its upload id. Throws when it is rejected. */
export async function uploadFile(app: FastifyInstance, tenant: TestTenant, file: TestFile): Promise<string> {
  const answer = await postForm(app, tenant.token, formOf([{ name: 'file', ...file }]))
  if (answer.statusCode !== 201) throw new Error(`the upload was answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<DocumentUploadResponse>().upload_id
}

/** Uploads a file and attaches it to a record. */
export async function uploadDocument(
  app: FastifyInstance,
  tenant: TestTenant,
  file: TestFile,
  subject: { subject_type: string; subject_id: string; order_id?: string; document_type?: string },
): Promise<string> {
  const uploadId = await uploadFile(app, tenant, file)
  const given = { upload_id: uploadId, document_type: 'OTHER', name: file.name ?? 'file', ...subject }
  return tenant.asTenant((tx) => linkDocument(tx, given))
}

const pdfText = (text: string) => `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`

/** A small PDF with a text. */
export function pdf(text = 'sample'): Buffer {
  return Buffer.from(pdfText(text), 'latin1')
}

/** The header of a PNG of a given size, without image data. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const rest = Buffer.alloc(13)
  rest.writeUInt32BE(width, 0)
  rest.writeUInt32BE(height, 4)
  rest.set([8, 2], 8)
  const checksum = Buffer.alloc(4)
  return Buffer.concat([header, rest, checksum, Buffer.from('0000000049454e44ae426082', 'hex')])
}

/** The headers of a JPEG of a given size, after a number of other segments. */
export function jpeg(width: number, height: number, segments = 1): Buffer {
  const app = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const filler = Buffer.concat([Buffer.from('ffe10fff', 'hex'), Buffer.alloc(0xffd)])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    app,
    ...Array.from({ length: segments }, () => filler),
    frame,
    Buffer.from('ffd9', 'hex'),
  ])
}

/** A TIFF of one page with its directory at the end of the file, as most programs write it. */
export function tiff(width: number, height: number, padding = 100): Buffer {
  const head = Buffer.from('49492a0000000000', 'hex')
  head.writeUInt32LE(8 + padding, 4)
  const entry = (tag: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag, 0)
    bytes.writeUInt16LE(4, 2)
    bytes.writeUInt32LE(1, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const count = Buffer.from('0200', 'hex')
  return Buffer.concat([head, Buffer.alloc(padding), count, entry(256, width), entry(257, height), Buffer.alloc(4)])
}

/** An empty ZIP archive. */
export const emptyZip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

/** An archive of uncompressed entries, in their order. */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name + content)])
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name))
    files.push(file)
    at += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.from(emptyZip)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}

/** An Office Open XML document with these parts in addition to the common ones. */
export function officeDocument(...parts: string[]): Buffer {
  const names = ['[Content_Types].xml', '_rels/.rels', ...parts]
  return zip(Object.fromEntries(names.map((name) => [name, '<a/>'])))
}

/** A compound file (MS-CFB) with empty streams of these names and a fragmented directory. */
export function compoundFile(...streams: string[]): Buffer {
  const names = ['Root Entry', ...streams]
  const sectors = Math.ceil(names.length / 4)
  const head = Buffer.alloc(512)
  head.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  head.writeUInt16LE(9, 30)
  head.writeUInt32LE(1, 48)
  head.writeUInt32LE(0, 76)
  // Sector 0 is the allocation table, every second one after it belongs to the directory.
  const table = Buffer.alloc(512, 0xff)
  const body = Buffer.alloc(sectors * 1_024)
  for (let sector = 0; sector < sectors; sector += 1) {
    const next = sector + 1 < sectors ? 2 * sector + 3 : 0xfffffffe
    table.writeUInt32LE(next, (2 * sector + 1) * 4)
  }
  names.forEach((name, index) => {
    const at = Math.floor(index / 4) * 1_024 + (index % 4) * 128
    body.write(name, at, 'utf16le')
    body.writeUInt16LE(name.length * 2 + 2, at + 64)
  })
  return Buffer.concat([head, table, body])
}

/** An e-mail as saved by mail programs, with HTML. */
export const letter = Buffer.from(
  'Received: from mail.example\r\n by mx.example; Sun, 22 Nov 2026 10:00:00 +0100\r\nFrom: Ada <ada@customer.example>\r\n' +
    'Subject: POD 17\r\nContent-Type: text/html\r\n\r\n' +
    '<html xmlns="http://www.w3.org/1999/xhtml"><body>Signed.</body></html>\r\n',
)

/** The text that every virus scanner reports, split so that none reports this file. */
export const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
