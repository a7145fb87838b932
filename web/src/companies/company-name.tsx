import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companyQuery } from './queries.ts'

/** Name of a company; shows the fallback until it is loaded. */
export function CompanyName({ companyId, fallback }: { companyId: string; fallback: ReactNode }) {
  return useQuery(companyQuery(companyId)).data?.company.name ?? fallback
}
