import { languageOfRoute, storedLanguage, storeLanguage } from './language';

afterEach(() => {
  localStorage.clear();
});

describe('the stored language', () => {
  it('is read from `language` first, then from `lang`', () => {
    expect(storedLanguage()).toBeNull();
    localStorage.setItem('lang', 'es');
    expect(storedLanguage()).toBe('es');
    localStorage.setItem('language', 'en');
    expect(storedLanguage()).toBe('en');
  });

  it.each(['fr', '', 'ES', 'es-MX', '{}'])('means English when it is %j', (stored) => {
    localStorage.setItem('language', stored);
    localStorage.setItem('lang', 'es');
    expect(storedLanguage()).toBe('en');
  });

  it('is written under both names', () => {
    storeLanguage('es');
    expect(localStorage.getItem('language')).toBe('es');
    expect(localStorage.getItem('lang')).toBe('es');
  });
});

describe('the language of a route', () => {
  it('is English on the landing page with any choice, and the choice is kept', () => {
    storeLanguage('es');
    expect(languageOfRoute('/', true)).toBe('en');
    expect(languageOfRoute('/fees', true)).toBe('es');
    expect(localStorage.getItem('language')).toBe('es');
  });

  it('is also the chosen one on the landing page where English is not forced', () => {
    storeLanguage('es');
    expect(languageOfRoute('/', false)).toBe('es');
  });

  it('is English until something was chosen', () => {
    expect(languageOfRoute('/fees', true)).toBe('en');
  });
});
