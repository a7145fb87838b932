import type { MailDraft } from '@cartage/contract/mails/app/mails'
import { followOrder } from '@cartage/contract/reading/forms/letter-forms'
import type { Language } from '@cartage/contract/reading/languages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailDraftQuery, type NewMail, sendMail, useMailChange } from './queries.ts'

/** User's changes of a draft. */
export type LetterText = Pick<MailDraft, 'subject' | 'body'> & { address: string }

/** An e-mail being written: its draft and the changes. */
export function useLetter(mail: NewMail) {
  const [language, setLanguage] = useState<Language>()
  const [typed, setTyped] = useState<Partial<LetterText>>({})
  const query = useQuery(mailDraftQuery(mail, language))
  const change = useMailChange<unknown>()
  const draft = query.data
  const text: LetterText = {
    address: typed.address ?? draft?.address ?? '',
    subject: typed.subject ?? draft?.subject ?? '',
    body: typed.body ?? draft?.body ?? '',
  }
  const isWritten = [text.address, text.subject, text.body].every((one) => one.trim() !== '')
  return {
    draft,
    text,
    query,
    failure: query.error ?? change.error,
    isSending: change.isPending,
    isReady: draft?.is_possible === true && isWritten && !query.isFetching,
    write: (more: Partial<LetterText>) => setTyped((before) => ({ ...before, ...more })),
    /** Another language has another text: edits of the previous one are discarded. */
    inLanguage(chosen: Language) {
      setTyped(({ address }) => (address === undefined ? {} : { address }))
      setLanguage(chosen)
    },
    send(isConfirmed: boolean, onSuccess: () => void) {
      const { subject, body } = typed
      const own = { ...(subject !== undefined && { subject }), ...(body !== undefined && { body }) }
      const wanted = { language: draft!.language, address: text.address.trim(), ...own, is_confirmed: isConfirmed }
      change.mutate(() => sendMail(mail, wanted), { onSuccess })
    },
  }
}

export type Letter = ReturnType<typeof useLetter>

/** mailto URL that opens a text in the local mail program. Lines end as required by RFC 6068. */
export function mailtoOf({ address, subject, body }: LetterText): string {
  const lines = encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))
  return `mailto:${encodeURIComponent(address.trim()).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${lines}`
}

/** Text with a tracking link before its closing. */
export function withTracking(body: string, language: Language, address: string): string {
  const text = body.trimEnd()
  const greeting = text.lastIndexOf('\n\n')
  const line = `\n\n${followOrder[language]} ${address}`
  return greeting === -1 ? `${text}${line}\n` : `${text.slice(0, greeting)}${line}${text.slice(greeting)}\n`
}
