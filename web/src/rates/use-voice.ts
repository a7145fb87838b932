import type { Setting } from '@cartage/contract/tenants/app/settings'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entriesQuery } from '../settings/reference.queries.ts'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import type { Choice } from '../ui/form/select.tsx'
import { priceIndexesQuery } from './indexes/queries.ts'
import { recordsQuery } from './queries.ts'
import type { Voice } from './sentences.ts'

/** Name of a charge type in a language, by default in English. */
function nameIn({ values }: Setting, language: string): string {
  const own = values[`name_${language.slice(0, 2)}`]
  return typeof own === 'string' && own !== '' ? own : String(values.name ?? values.code)
}

/** Context for sentences about lines of a card in this currency. */
export function useVoice(currency: string): Voice {
  const language = useReaderLanguage()
  const { i18n } = useLingui()
  const types = useQuery(entriesQuery('charge_types')).data?.items
  return useMemo(() => {
    const names = new Map(types?.map((one) => [String(one.values.code), nameIn(one, i18n.locale)]))
    return { language, currency, typeName: (code) => names.get(code) ?? code }
  }, [language, currency, types, i18n.locale])
}

/** Charge types of one side as choices. */
export function useChargeTypes(side: 'SALES' | 'COST' | null): Choice[] {
  const { i18n } = useLingui()
  const types = useQuery(entriesQuery('charge_types')).data?.items ?? []
  return types
    .filter(({ is_archived, values }) => {
      const sides = Array.isArray(values.sides) ? values.sides : []
      return !is_archived && (side === null || sides.includes(side))
    })
    .map((one) => ({ value: String(one.values.code), label: nameIn(one, i18n.locale) }))
}

/** Tariff tables and indexes as choices. */
export function useNamedRecords(): { tables: Choice[]; indexes: Choice[] } {
  const tables = useQuery(recordsQuery('TARIFF_TABLE')).data?.items ?? []
  const indexes = useQuery(priceIndexesQuery).data?.items ?? []
  const choice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: `${code} · ${name}` })
  return { tables: tables.map(choice), indexes: indexes.map(choice) }
}
