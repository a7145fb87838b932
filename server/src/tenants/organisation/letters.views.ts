import type { Tx } from '../../db/tenant.ts'
import type { Mail } from '../../net/mail.ts'
import { logoPart } from './letters.rules.ts'
import { currentLogo } from './views.ts'

/** A logo as an inline part of an HTML e-mail, with its size in pixels. */
export interface LetterLogo {
  readonly part: NonNullable<Mail['attachments']>[number]
  readonly width: number
  readonly height: number
}

/** MAIL-10: the logo in e-mails of the tenant; undefined without one. */
export async function readLetterLogo(tx: Tx): Promise<LetterLogo | undefined> {
  const logo = await currentLogo(tx)
  if (logo === undefined) return undefined
  const { media_type: contentType, bytes: content, width, height } = logo
  const filename = `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`
  return { part: { filename, contentType, content, cid: logoPart }, width, height }
}
