/**
 * The page around a mail's content: tables and inline styles, since mail programs drop most else; no outside
 * picture or font. Dark colours come by a style block, which programs that do not know it ignore.
 */
export function mailPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0a1a2f !important }
  .card { background: #0f2744 !important; border-color: #1e4976 !important }
  .ink { color: #e2e8f0 !important }
  .faint { color: #94a3b8 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1f5f9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f1f5f9">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td bgcolor="#0f2744" style="padding:16px 32px;border-radius:12px 12px 0 0;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:18px;font-weight:700;color:#ffffff">Exempta</td></tr>
<tr><td bgcolor="#0d9488" style="height:3px;line-height:3px;font-size:0">&nbsp;</td></tr>
<tr><td class="card" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #e2e8f0;border-top:0;border-radius:0 0 12px 12px">
${content}
</td></tr>
<tr><td class="faint" align="center" style="padding:16px 32px;font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;line-height:20px;color:#64748b">Sent by Exempta, which handles tax-exemption documents.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
