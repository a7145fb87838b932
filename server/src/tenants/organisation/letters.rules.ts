/** The name of the part of an e-mail that holds the logo. */
export const logoPart = 'logo'

/** Maximum size in pixels of a logo in an e-mail. */
const logoBox = { width: 220, height: 64 }

/**
 * HTML of the text of an e-mail, below the logo of the sender if it has one (MAIL-10). All text is escaped, including
 * the values of records (MAIL-3).
 * @param logo its size in pixels
 */
export function htmlOf(text: string, logo?: { readonly width: number; readonly height: number }): string {
  const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<!doctype html><html><body>${logo ? imageOf(logo) : ''}<div style="font-family:sans-serif;white-space:pre-wrap">${escaped}</div></body></html>`
}

function imageOf(logo: { readonly width: number; readonly height: number }): string {
  const scale = Math.min(1, logoBox.width / logo.width, logoBox.height / logo.height)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  return `<p><img src="cid:${logoPart}" alt="" width="${width}" height="${height}"></p>`
}
