import alLicense from '../forms/al-license.json' with { type: 'json' }
import alSte1 from '../forms/al-ste-1.json' with { type: 'json' }
import arSt391 from '../forms/ar-st391.json' with { type: 'json' }
import az5000a from '../forms/az-5000a.json' with { type: 'json' }
import caCdtfa230 from '../forms/ca-cdtfa-230.json' with { type: 'json' }
import coDr5002 from '../forms/co-dr-5002.json' with { type: 'json' }
import ctResale from '../forms/ct-resale.json' with { type: 'json' }
import dcOtr368 from '../forms/dc-otr-368.json' with { type: 'json' }
import flDr13 from '../forms/fl-dr-13.json' with { type: 'json' }
import flDr14 from '../forms/fl-dr-14.json' with { type: 'json' }
import gaSt5 from '../forms/ga-st-5.json' with { type: 'json' }
import hiG17 from '../forms/hi-g-17.json' with { type: 'json' }
import ia31014 from '../forms/ia-31-014.json' with { type: 'json' }
import idSt101 from '../forms/id-st-101.json' with { type: 'json' }
import ilCrt61 from '../forms/il-crt-61.json' with { type: 'json' }
import ilELetter from '../forms/il-e-letter.json' with { type: 'json' }
import inSt105 from '../forms/in-st-105.json' with { type: 'json' }
import ksSt28a from '../forms/ks-st-28a.json' with { type: 'json' }
import ky51a105 from '../forms/ky-51a105.json' with { type: 'json' }
import laR1064 from '../forms/la-r-1064.json' with { type: 'json' }
import laRemote from '../forms/la-remote.json' with { type: 'json' }
import maSt4 from '../forms/ma-st-4.json' with { type: 'json' }
import mdExempt from '../forms/md-exempt.json' with { type: 'json' }
import mdSuggested from '../forms/md-suggested.json' with { type: 'json' }
import meResale from '../forms/me-resale.json' with { type: 'json' }
import mi3372 from '../forms/mi-3372.json' with { type: 'json' }
import mnSt3 from '../forms/mn-st3.json' with { type: 'json' }
import mo149 from '../forms/mo-149.json' with { type: 'json' }
import msPermit from '../forms/ms-permit.json' with { type: 'json' }
import mtcUniform from '../forms/mtc-uniform.json' with { type: 'json' }
import ncE595e from '../forms/nc-e-595e.json' with { type: 'json' }
import ndSfn21950 from '../forms/nd-sfn-21950.json' with { type: 'json' }
import neForm13 from '../forms/ne-form-13.json' with { type: 'json' }
import njSt3 from '../forms/nj-st-3.json' with { type: 'json' }
import nmNttc from '../forms/nm-nttc.json' with { type: 'json' }
import nvLetter from '../forms/nv-letter.json' with { type: 'json' }
import nvTaxF005 from '../forms/nv-tax-f005.json' with { type: 'json' }
import nySt1191 from '../forms/ny-st-119.1.json' with { type: 'json' }
import nySt120 from '../forms/ny-st-120.json' with { type: 'json' }
import ohStecB from '../forms/oh-stec-b.json' with { type: 'json' }
import ohStecU from '../forms/oh-stec-u.json' with { type: 'json' }
import okPermit from '../forms/ok-permit.json' with { type: 'json' }
import paRev1220 from '../forms/pa-rev-1220.json' with { type: 'json' }
import riResale from '../forms/ri-resale.json' with { type: 'json' }
import scSt8a from '../forms/sc-st-8a.json' with { type: 'json' }
import sd2040 from '../forms/sd-2040.json' with { type: 'json' }
import sstF0003 from '../forms/sst-f0003.json' with { type: 'json' }
import tnBlanket from '../forms/tn-blanket.json' with { type: 'json' }
import tnIssued from '../forms/tn-issued.json' with { type: 'json' }
import tx01339 from '../forms/tx-01-339.json' with { type: 'json' }
import usSf1094 from '../forms/us-sf-1094.json' with { type: 'json' }
import utTc721 from '../forms/ut-tc-721.json' with { type: 'json' }
import vaSt10 from '../forms/va-st-10.json' with { type: 'json' }
import vtS3 from '../forms/vt-s-3.json' with { type: 'json' }
import waResellerPermit from '../forms/wa-reseller-permit.json' with { type: 'json' }
import wiS211 from '../forms/wi-s-211.json' with { type: 'json' }
import { readFile } from './read-file.ts'
import { type Form, FormFile } from './schema.ts'

const files = {
  'al-license': alLicense,
  'al-ste-1': alSte1,
  'ar-st391': arSt391,
  'az-5000a': az5000a,
  'ca-cdtfa-230': caCdtfa230,
  'co-dr-5002': coDr5002,
  'ct-resale': ctResale,
  'dc-otr-368': dcOtr368,
  'fl-dr-13': flDr13,
  'fl-dr-14': flDr14,
  'ga-st-5': gaSt5,
  'hi-g-17': hiG17,
  'ia-31-014': ia31014,
  'id-st-101': idSt101,
  'il-crt-61': ilCrt61,
  'il-e-letter': ilELetter,
  'in-st-105': inSt105,
  'ks-st-28a': ksSt28a,
  'ky-51a105': ky51a105,
  'la-r-1064': laR1064,
  'la-remote': laRemote,
  'ma-st-4': maSt4,
  'md-exempt': mdExempt,
  'md-suggested': mdSuggested,
  'me-resale': meResale,
  'mi-3372': mi3372,
  'mn-st3': mnSt3,
  'mo-149': mo149,
  'ms-permit': msPermit,
  'mtc-uniform': mtcUniform,
  'nc-e-595e': ncE595e,
  'nd-sfn-21950': ndSfn21950,
  'ne-form-13': neForm13,
  'nj-st-3': njSt3,
  'nm-nttc': nmNttc,
  'nv-letter': nvLetter,
  'nv-tax-f005': nvTaxF005,
  'ny-st-119.1': nySt1191,
  'ny-st-120': nySt120,
  'oh-stec-b': ohStecB,
  'oh-stec-u': ohStecU,
  'ok-permit': okPermit,
  'pa-rev-1220': paRev1220,
  'ri-resale': riResale,
  'sc-st-8a': scSt8a,
  'sd-2040': sd2040,
  'sst-f0003': sstF0003,
  'tn-blanket': tnBlanket,
  'tn-issued': tnIssued,
  'tx-01-339': tx01339,
  'us-sf-1094': usSf1094,
  'ut-tc-721': utTc721,
  'va-st-10': vaSt10,
  'vt-s-3': vtS3,
  'wa-reseller-permit': waResellerPermit,
  'wi-s-211': wiS211,
}

/** Every form and document we know, by its code. A new file is added here, and nowhere else. */
export const forms: ReadonlyMap<string, Form> = new Map(
  Object.entries(files).map(([name, file]) => {
    const value = readFile(`forms/${name}.json`, FormFile, file)
    return [value.code, value]
  }),
)
