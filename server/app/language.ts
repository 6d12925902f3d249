import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { isLanguage, type Language, languageCookie, languages } from '#contract/base/languages.ts';
import type { PageAddress } from './page-address.ts';

const yearSeconds = 365 * 24 * 60 * 60;
const cookieValue = new RegExp(`(?:^|;)\\s*${languageCookie}=([^;\\s]*)`);

/** The language that the visitor has chosen, else the first one: `Accept-Language` would split what proxies store. */
export function readLanguage({ headers }: FastifyRequest): Language {
  const [, chosen] = cookieValue.exec(headers.cookie ?? '') ?? [];
  return isLanguage(chosen) ? chosen : languages[0];
}

/** A page is stored once per language. Its data is the same in all of them, and pages of the staff are English. */
export function toLanguageAddress(address: PageAddress, language: Language): PageAddress {
  if (language === languages[0] || address.isData || address.isForStaff) return address;
  const { key, missing } = address;
  return {
    ...address,
    language,
    key: `${language} ${key}`,
    missing: missing && toLanguageAddress(missing, language),
  };
}

/** `POST /language/hi`: the form in the footer, which works without JavaScript. Returns to the page with the form. */
export function registerLanguageChoice(app: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  app.register(async (scope) => {
    // The body of the form is empty.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { language: string } }>(
      '/language/:language',
      async (request, reply): Promise<FastifyReply> => {
        const { language } = request.params;
        if (!isLanguage(language)) throw new AppError('NOT_FOUND');
        // Not HttpOnly: pages of the staff, which are English, read it to load the shop in its language.
        const attributes = `Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
        return reply
          .header('Set-Cookie', `${languageCookie}=${language}; ${attributes}`)
          .header('Cache-Control', 'no-store')
          .redirect(toOwnPath(request.headers), 303);
      },
    );
  });
}

/**
 * The page that the request comes from, if it is one of this host. Only path and query, so that it never leads
 * elsewhere.
 */
function toOwnPath({ referer = '', host }: FastifyRequest['headers']): string {
  if (!URL.canParse(referer)) return '/';
  const { pathname, search, host: from } = new URL(referer);
  // Two slashes would start the name of another host.
  return from === host ? pathname.replace(/^\/+/, '/') + search : '/';
}
