import { languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { useCreateLink } from '../links/queries.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { type Letter, mailtoOf, withTracking } from './use-letter.ts'

/** Validity of a tracking link in an e-mail, in days. */
const trackingDays = 30

/** Recipient, language and text of the draft, editable before sending. */
export function LetterFields({ letter, orderId }: { letter: Letter; orderId?: string | undefined }) {
  const { t } = useLingui()
  const { draft, text, write } = letter
  if (!draft) return null
  return (
    <>
      {!draft.is_possible && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>
            No mail server is set up: copy the text, or open it in your mail program. One is entered under Settings,
            Mail server.
          </Trans>
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
        <TextField
          label={t`To ${draft.company_name}`}
          type="email"
          value={text.address}
          onChange={(text) => write({ address: text })}
        />
        <Field label={t`Language`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={draft.language}
              onChange={letter.inLanguage}
            />
          )}
        </Field>
      </div>
      <TextField label={t`Subject`} value={text.subject} onChange={(text) => write({ subject: text })} />
      <Field label={t`Text`} fault={undefined} side={<TextTools letter={letter} orderId={orderId} />}>
        {(input) => (
          <textarea
            {...input}
            className="field h-[30vh] w-full py-1.5"
            value={text.body}
            onChange={(event) => write({ body: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

function TextTools({ letter, orderId }: { letter: Letter; orderId: string | undefined }) {
  const { t } = useLingui()
  const { text } = letter
  return (
    <span className="flex items-center gap-2">
      {orderId !== undefined && <AddTracking letter={letter} orderId={orderId} />}
      <CopyButton text={`${text.subject}\n\n${text.body}`} label={t`Copy the text`} />
    </span>
  )
}

function AddTracking({ letter, orderId }: { letter: Letter; orderId: string }) {
  const create = useCreateLink(orderId)
  const { draft, text, write } = letter
  const add = () =>
    create.mutate(
      { days: trackingDays, language: draft!.language },
      {
        onSuccess: ({ path }) =>
          write({ body: withTracking(text.body, draft!.language, `${window.location.origin}${path}`) }),
      },
    )
  return (
    <>
      {create.error && <ErrorPanel {...failureOf(create.error)} />}
      <button
        type="button"
        className="text-[12px] underline underline-offset-2 hover:text-ink disabled:text-ink-3"
        disabled={create.isPending || create.isSuccess}
        onClick={add}
      >
        <Trans>Add tracking link</Trans>
      </button>
    </>
  )
}

/** Sends the e-mail; without a mail server, opens it in the local mail program. */
export function LetterVerb({
  letter,
  isDisabled,
  onSend,
}: {
  letter: Letter
  isDisabled?: boolean
  onSend: () => void
}) {
  if (letter.draft?.is_possible === false) {
    return (
      <a href={mailtoOf(letter.text)} className="btn btn-brand">
        <Trans>Open in my mail program</Trans>
      </a>
    )
  }
  return (
    <Button
      variant="brand"
      isBusy={letter.isSending}
      disabled={!letter.isReady || (isDisabled ?? false)}
      onClick={onSend}
    >
      <Trans>Send</Trans>
    </Button>
  )
}
