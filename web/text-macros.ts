import { makeConfig } from '@lingui/conf'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import texts from './lingui.config.ts'

/** Texts in the sources are macros, which become ids of the catalogues: in the build, and in unit tests of the pages. */
export function textMacros() {
  const preset = defineRolldownBabelPreset({
    preset: { plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig: makeConfig(texts) }]] },
    rolldown: { filter: { id: /\/web\/src\/.*\.tsx?$/, code: /from ['"]@lingui\/(?:core|react)\/macro['"]/ } },
  })
  return babel({ presets: [preset], sourceMap: false })
}
