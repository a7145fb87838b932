import { type CarrierTerms, type Weekday, weekdays } from '@cartage/contract/companies/app/carrier-terms'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withFaultText } from '../../api/fault-text.ts'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { NumberProperty } from '../../ui/properties/number-property.tsx'
import { EditableProperty, Properties, Property } from '../../ui/properties/properties.tsx'
import { carrierTermsQuery, putTerms, useCompanyChange } from '../queries.ts'

/** FIT-11: transport terms stated by a carrier, each edited inline. */
export function CarrierTermsPanel({ companyId, isEditable }: { companyId: string; isEditable: boolean }) {
  const terms = useQuery(carrierTermsQuery(companyId)).data
  return terms === undefined ? null : <Terms companyId={companyId} terms={terms} isEditable={isEditable} />
}

interface TermsProps {
  terms: CarrierTerms
  isEditable: boolean
  onChange: (members: Partial<CarrierTerms>) => void
}

function Terms({ companyId, terms, isEditable }: { companyId: string; terms: CarrierTerms; isEditable: boolean }) {
  const { t } = useLingui()
  const change = useCompanyChange()
  const [fault, setFault] = useState<string>()
  const save = (members: Partial<CarrierTerms>) =>
    withFaultText(change.mutateAsync(() => putTerms(companyId, { ...terms, ...members })))
  const onChange = (members: Partial<CarrierTerms>) =>
    void save(members).then(
      () => setFault(undefined),
      (error: Error) => setFault(error.message),
    )
  const countries = terms.countries.join(', ')
  return (
    <Section title={t`What it takes`}>
      <Properties>
        <NumberProperty
          name={t`Most on board`}
          value={terms.max_weight_kg}
          unit="kg"
          placeholder={t`Any weight`}
          isEditable={isEditable}
          onSave={(max_weight_kg) => save({ max_weight_kg })}
        />
        <EditableProperty
          name={t`Countries`}
          value={countries}
          placeholder={t`All countries`}
          example="BE, NL, DE"
          isEditable={isEditable}
          onSave={(text) =>
            save({
              countries: text
                .toUpperCase()
                .split(/[\s,;]+/)
                .filter((code) => code !== ''),
            })
          }
        />
        <Goods terms={terms} isEditable={isEditable} onChange={onChange} />
        {terms.takes_tempered && (
          <>
            <NumberProperty
              name={t`Coldest`}
              value={terms.least_degrees}
              unit="°C"
              placeholder={t`Any temperature`}
              isEditable={isEditable}
              onSave={(least_degrees) => save({ least_degrees })}
            />
            <NumberProperty
              name={t`Warmest`}
              value={terms.most_degrees}
              unit="°C"
              placeholder={t`Any temperature`}
              isEditable={isEditable}
              onSave={(most_degrees) => save({ most_degrees })}
            />
          </>
        )}
        <Days terms={terms} isEditable={isEditable} onChange={onChange} />
      </Properties>
      {fault !== undefined && (
        <p role="alert" className="text-red">
          {fault}
        </p>
      )}
    </Section>
  )
}

function Goods({ terms, isEditable, onChange }: TermsProps) {
  const { t } = useLingui()
  return (
    <Property name={t`Goods`}>
      <span className="grid gap-1">
        <CheckField isOn={terms.takes_adr} disabled={!isEditable} onChange={(takes_adr) => onChange({ takes_adr })}>
          <Trans>Dangerous goods (ADR)</Trans>
        </CheckField>
        <CheckField
          isOn={terms.takes_tempered}
          disabled={!isEditable}
          onChange={(takes_tempered) => onChange({ takes_tempered })}
        >
          <Trans>Goods with a temperature</Trans>
        </CheckField>
        <CheckField
          isOn={terms.takes_containers}
          disabled={!isEditable}
          onChange={(takes_containers) => onChange({ takes_containers })}
        >
          <Trans>Containers</Trans>
        </CheckField>
      </span>
    </Property>
  )
}

/** An empty list means every day; weekday names follow the reader's language. */
function Days({ terms: { days }, isEditable, onChange }: TermsProps) {
  const { t, i18n } = useLingui()
  // 5 January 1970 was a Monday.
  const labelOf = (at: number) => i18n.date(new Date(Date.UTC(1970, 0, 5 + at)), { weekday: 'short', timeZone: 'UTC' })
  const chosen: readonly Weekday[] = days.length === 0 ? weekdays : days
  const toggled = (day: Weekday) =>
    weekdays.filter((one) => (one === day ? !chosen.includes(one) : chosen.includes(one)))
  const toggle = (day: Weekday) => onChange({ days: toggled(day).length === weekdays.length ? [] : toggled(day) })
  return (
    <Property name={t`Days`}>
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {weekdays.map((day, at) => (
          <CheckField
            key={day}
            isOn={chosen.includes(day)}
            // The last selected day cannot be removed: an empty list would mean every day.
            disabled={!isEditable || (chosen.length === 1 && chosen[0] === day)}
            onChange={() => toggle(day)}
          >
            {labelOf(at)}
          </CheckField>
        ))}
      </span>
    </Property>
  )
}
