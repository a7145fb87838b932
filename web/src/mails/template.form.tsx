import { longestBody, longestSubject, type MailTemplate, mailVariables } from '@cartage/contract/mails/app/templates'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Failure, failureOf } from '../api/failure.ts'
import { faultsByField, formFaults } from '../api/field-faults.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { type TemplateName, type TemplateText, templatePreviewQuery, useSetTemplate } from './queries.ts'

const fields = ['subject', 'body']

/** A template with its variables, next to a preview. */
export function TemplateForm({ template }: { template: MailTemplate }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('setting.write')
  const { kind: mail_kind, language, is_builtin } = template
  const name = { mail_kind, language }
  const saved = { subject: template.subject, body: template.body }
  const [text, setText] = useState<TemplateText>(saved)
  const set = useSetTemplate(name)
  const isChanged = text.subject !== saved.subject || text.body !== saved.body
  const { faults, rest } = formFaults(set.error, fields)
  const save = (given: TemplateText | null, done: string) => set.mutate(given, { onSuccess: () => toasts.done(done) })
  return (
    <form
      aria-label={t`Mail templates`}
      noValidate
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        save(text, t`Template saved`)
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Texts text={text} faults={faults} isReadOnly={!mayWrite} onChange={setText} />
        {rest && <ErrorPanel {...rest} />}
        {mayWrite && (
          <div className="flex items-center gap-2">
            <Button variant="brand" type="submit" disabled={!isChanged} isBusy={set.isPending}>
              <Trans>Save</Trans>
            </Button>
            <Button disabled={!isChanged} onClick={() => setText(saved)}>
              <Trans>Discard</Trans>
            </Button>
            {!is_builtin && (
              <Button className="ml-auto" onClick={() => save(null, t`Template reset`)}>
                <Trans>Reset to built-in text</Trans>
              </Button>
            )}
          </div>
        )}
        <Variables kind={mail_kind} />
      </div>
      {mayWrite && <Preview name={name} text={text} />}
    </form>
  )
}

interface TextsProps {
  text: TemplateText
  faults: ReturnType<typeof faultsByField>
  isReadOnly: boolean
  onChange: (text: TemplateText) => void
}

function Texts({ text, faults, isReadOnly, onChange }: TextsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Subject`}
        fault={faults.subject}
        maxLength={longestSubject}
        readOnly={isReadOnly}
        value={text.subject}
        onChange={(typed) => onChange({ ...text, subject: typed })}
      />
      <Field label={t`Text`} fault={faults.body}>
        {(input) => (
          <textarea
            {...input}
            className="field min-h-[420px] w-full py-1.5 font-mono text-[12px]"
            maxLength={longestBody}
            readOnly={isReadOnly}
            spellCheck={false}
            value={text.body}
            onChange={(event) => onChange({ ...text, body: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

// Not translatable, because braces have a meaning in translated texts.
const listExample = '{% for one in stops %}{{ one.place }}{% endfor %}'
const conditionExample = '{% if order.reference %}{{ order.reference }}{% endif %}'

/** Variables of this template. */
function Variables({ kind }: { kind: MailTemplate['kind'] }) {
  return (
    <details>
      <summary>
        <Trans>Variables</Trans>
      </summary>
      <ul className="columns-2 py-2 font-mono text-[12px] text-ink-2">
        {mailVariables[kind].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="text-[12px] text-ink-3">
        <Trans>Lists: {listExample}</Trans>
      </p>
      <p className="text-[12px] text-ink-3">
        <Trans>Only if known: {conditionExample}</Trans>
      </p>
    </details>
  )
}

/** Preview with the latest order or trip, updated while typing. */
function Preview({ name, text }: { name: TemplateName; text: TemplateText }) {
  const { t } = useLingui()
  const shown = useDeferredValue(text)
  const isEmpty = shown.subject.trim() === '' || shown.body === ''
  const query = useQuery({ ...templatePreviewQuery(name, shown), enabled: !isEmpty })
  const preview = query.data
  return (
    <section aria-label={t`Preview`} className="grid grid-cols-[minmax(0,1fr)] gap-2 xl:sticky xl:top-0">
      <h2 className="font-medium">
        {preview?.about ? <Trans>Preview with {preview.about}</Trans> : <Trans>Preview with an example</Trans>}
      </h2>
      {query.error && <Fault failure={failureOf(query.error)} />}
      {preview && !query.error && (
        <article className="rounded-lg border border-line bg-sunken p-3">
          <h3 className="pb-2 font-medium">{preview.subject}</h3>
          <p className="whitespace-pre-wrap">{preview.body}</p>
        </article>
      )}
    </section>
  )
}

function Fault({ failure }: { failure: Failure }) {
  const messages = Object.values(faultsByField(failure))
  if (messages.length === 0) return <ErrorPanel {...failure} />
  return (
    <p role="status" className="text-red">
      {messages.join(' ')}
    </p>
  )
}
