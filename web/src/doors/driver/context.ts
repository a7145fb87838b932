import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { createContext, useContext } from 'react'
import type { DriverModel } from './model.ts'
import type { Texts } from './texts.ts'

/** What every part of the page needs. */
export interface DriverPage {
  model: DriverModel
  texts: Texts
  language: DoorLanguage
}

export const DriverContext = createContext<DriverPage | undefined>(undefined)

/** The model and the texts of the page. @throws Error outside of it */
export function useDriver(): DriverPage {
  const page = useContext(DriverContext)
  if (!page) throw new Error('a part of the page of drivers is drawn outside of it')
  return page
}
