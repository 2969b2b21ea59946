import { ApiProperty } from '@nestjs/swagger';
import type { PublicConfig, SocialProvider } from '../kernel/accounts.js';
import type { CardEntryConfig } from '../kernel/cards.js';

class SignInProvidersDto {
  google!: boolean;

  apple!: boolean;
}

class SupportDto {
  @ApiProperty({ format: 'email' })
  email!: string;

  phone!: string;

  hours!: string | null;
}

class CompanyDto {
  name!: string | null;

  license!: string | null;

  /** Where the license can be checked. */
  regulator!: string | null;

  /** Days within which a complaint is answered. */
  complaintDays!: number | null;
}

class CardEntryDto implements CardEntryConfig {
  kind!: CardEntryConfig['kind'];

  publishableKey!: string;

  /** Origin of the simulator's frame. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  frameOrigin!: string | null;
}

/** GET /config */
export class PublicConfigDto implements PublicConfig {
  /** Test mode: no real money moves. */
  testMode!: boolean;

  providers!: SignInProvidersDto;

  /** Test mode: those whose button opens the simulator's provider in place of the real one. */
  simulatedProviders!: SocialProvider[];

  support!: SupportDto;

  company!: CompanyDto;

  acceptedFunding!: ('debit' | 'credit')[];

  landingForceEnglish!: boolean;

  /** Who takes card payments. */
  cardPayments!: CardEntryConfig['kind'];

  /** How the screens take card details; null where no card can be entered. */
  cardEntry!: CardEntryDto | null;

  /** Page with the sent mail; test mode only. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  outboxUrl!: string | null;
}
