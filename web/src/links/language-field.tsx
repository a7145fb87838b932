import { type DoorLanguage, doorLanguages, languageNames } from '@cartage/contract/reading/languages'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

/** Language of the page that a link opens: one of the doors, or that of the browser. */
export type LinkLanguage = DoorLanguage | 'browser'

/** Chooses the language of the page that a link opens. */
export function LanguageField({
  value,
  onChange,
}: {
  value: LinkLanguage
  onChange: (language: LinkLanguage) => void
}) {
  const { t } = useLingui()
  const choices = doorLanguages.map((language) => ({ value: language, label: languageNames[language] }))
  return (
    <Field label={t`Language`} fault={undefined}>
      {(input) => (
        <Select
          {...input}
          choices={[{ value: 'browser', label: t`As the browser` }, ...choices]}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
