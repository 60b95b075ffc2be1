// Written by `npm run knowledge:index`. Do not edit.
import file0 from '../../editions/ny-st-120-1-11.json' with { type: 'json' }
import file1 from '../../editions/wi-s-211-R-11-14.json' with { type: 'json' }

export const files: Readonly<Record<string, unknown>> = {
  'ny-st-120-1-11': file0,
  'wi-s-211-R-11-14': file1,
}
