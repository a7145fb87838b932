import { type MailKind, type MailTemplate, mailKinds } from '@cartage/contract/mails/app/templates'
import { type Language, languageNames, languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { AutomaticSection } from './automatic.section.tsx'
import { mailLabels } from './labels.ts'
import { mailTemplatesQuery } from './queries.ts'
import { TemplateForm } from './template.form.tsx'

/** Templates of e-mails about orders and trips, with previews. */
export function MailTemplatesPage() {
  const { t } = useLingui()
  const query = useQuery({ ...mailTemplatesQuery, enabled: usePermission('setting.read') })
  return (
    <SettingsBody
      title={t`Mail templates`}
      text={<Trans>Texts of e-mails about orders and trips, in each language.</Trans>}
      permission="setting.read"
    >
      <AutomaticSection />
      <Loaded query={query}>{({ items }) => <Templates items={items} />}</Loaded>
    </SettingsBody>
  )
}

function Templates({ items }: { items: readonly MailTemplate[] }) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<MailKind>('ORDER_CONFIRMATION')
  const [language, setLanguage] = useState<Language>(() => languages.find((one) => one === i18n.locale) ?? 'en')
  const template = items.find((one) => one.kind === kind && one.language === language)!
  const ownOf = (value: Language) => items.some((one) => one.kind === kind && one.language === value && !one.is_builtin)
  return (
    <div className="grid gap-4">
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <Field label={t`E-mail`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={mailKinds.map((value) => ({ value, label: t(mailLabels[value]) }))}
              value={kind}
              onChange={setKind}
            />
          )}
        </Field>
        <Field label={t`Language`} fault={undefined}>
          {(input) => (
            <Select
              {...input}
              choices={languages.map((value) => ({
                value,
                label: ownOf(value) ? t`${languageNames[value]} (edited)` : languageNames[value],
              }))}
              value={language}
              onChange={setLanguage}
            />
          )}
        </Field>
      </div>
      <TemplateForm key={`${kind} ${language} ${template.updated_at}`} template={template} />
    </div>
  )
}
