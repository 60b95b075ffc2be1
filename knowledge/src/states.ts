import aaFile from '../states/aa.json' with { type: 'json' }
import aeFile from '../states/ae.json' with { type: 'json' }
import akFile from '../states/ak.json' with { type: 'json' }
import alFile from '../states/al.json' with { type: 'json' }
import apFile from '../states/ap.json' with { type: 'json' }
import arFile from '../states/ar.json' with { type: 'json' }
import asFile from '../states/as.json' with { type: 'json' }
import azFile from '../states/az.json' with { type: 'json' }
import caFile from '../states/ca.json' with { type: 'json' }
import coFile from '../states/co.json' with { type: 'json' }
import ctFile from '../states/ct.json' with { type: 'json' }
import dcFile from '../states/dc.json' with { type: 'json' }
import deFile from '../states/de.json' with { type: 'json' }
import flFile from '../states/fl.json' with { type: 'json' }
import gaFile from '../states/ga.json' with { type: 'json' }
import guFile from '../states/gu.json' with { type: 'json' }
import hiFile from '../states/hi.json' with { type: 'json' }
import iaFile from '../states/ia.json' with { type: 'json' }
import idFile from '../states/id.json' with { type: 'json' }
import ilFile from '../states/il.json' with { type: 'json' }
import inFile from '../states/in.json' with { type: 'json' }
import ksFile from '../states/ks.json' with { type: 'json' }
import kyFile from '../states/ky.json' with { type: 'json' }
import laFile from '../states/la.json' with { type: 'json' }
import maFile from '../states/ma.json' with { type: 'json' }
import mdFile from '../states/md.json' with { type: 'json' }
import meFile from '../states/me.json' with { type: 'json' }
import miFile from '../states/mi.json' with { type: 'json' }
import mnFile from '../states/mn.json' with { type: 'json' }
import moFile from '../states/mo.json' with { type: 'json' }
import mpFile from '../states/mp.json' with { type: 'json' }
import msFile from '../states/ms.json' with { type: 'json' }
import mtFile from '../states/mt.json' with { type: 'json' }
import ncFile from '../states/nc.json' with { type: 'json' }
import ndFile from '../states/nd.json' with { type: 'json' }
import neFile from '../states/ne.json' with { type: 'json' }
import nhFile from '../states/nh.json' with { type: 'json' }
import njFile from '../states/nj.json' with { type: 'json' }
import nmFile from '../states/nm.json' with { type: 'json' }
import nvFile from '../states/nv.json' with { type: 'json' }
import nyFile from '../states/ny.json' with { type: 'json' }
import ohFile from '../states/oh.json' with { type: 'json' }
import okFile from '../states/ok.json' with { type: 'json' }
import orFile from '../states/or.json' with { type: 'json' }
import paFile from '../states/pa.json' with { type: 'json' }
import prFile from '../states/pr.json' with { type: 'json' }
import riFile from '../states/ri.json' with { type: 'json' }
import scFile from '../states/sc.json' with { type: 'json' }
import sdFile from '../states/sd.json' with { type: 'json' }
import tnFile from '../states/tn.json' with { type: 'json' }
import txFile from '../states/tx.json' with { type: 'json' }
import utFile from '../states/ut.json' with { type: 'json' }
import vaFile from '../states/va.json' with { type: 'json' }
import viFile from '../states/vi.json' with { type: 'json' }
import vtFile from '../states/vt.json' with { type: 'json' }
import waFile from '../states/wa.json' with { type: 'json' }
import wiFile from '../states/wi.json' with { type: 'json' }
import wvFile from '../states/wv.json' with { type: 'json' }
import wyFile from '../states/wy.json' with { type: 'json' }
import { readFile } from './read-file.ts'
import { type State, StateFile } from './schema.ts'

const files = {
  aa: aaFile,
  ae: aeFile,
  ak: akFile,
  al: alFile,
  ap: apFile,
  ar: arFile,
  as: asFile,
  az: azFile,
  ca: caFile,
  co: coFile,
  ct: ctFile,
  dc: dcFile,
  de: deFile,
  fl: flFile,
  ga: gaFile,
  gu: guFile,
  hi: hiFile,
  ia: iaFile,
  id: idFile,
  il: ilFile,
  in: inFile,
  ks: ksFile,
  ky: kyFile,
  la: laFile,
  ma: maFile,
  md: mdFile,
  me: meFile,
  mi: miFile,
  mn: mnFile,
  mo: moFile,
  mp: mpFile,
  ms: msFile,
  mt: mtFile,
  nc: ncFile,
  nd: ndFile,
  ne: neFile,
  nh: nhFile,
  nj: njFile,
  nm: nmFile,
  nv: nvFile,
  ny: nyFile,
  oh: ohFile,
  ok: okFile,
  or: orFile,
  pa: paFile,
  pr: prFile,
  ri: riFile,
  sc: scFile,
  sd: sdFile,
  tn: tnFile,
  tx: txFile,
  ut: utFile,
  va: vaFile,
  vi: viFile,
  vt: vtFile,
  wa: waFile,
  wi: wiFile,
  wv: wvFile,
  wy: wyFile,
}

/** Every state, district, territory and military postal region, by its two letters. */
export const states: ReadonlyMap<string, State> = new Map(
  Object.entries(files).map(([name, file]) => {
    const value = readFile(`states/${name}.json`, StateFile, file)
    return [value.code, value]
  }),
)
