// Names of the people an American agency serves, by heritage; first names as they were given around 1960.
import type { Contact } from '#contract/contacts.ts';
import { weighted } from './random.ts';

export interface Heritage {
  female: readonly string[];
  male: readonly string[];
  last: readonly string[];
  /** Spoken at home by `share` of them; the others speak English. */
  language: NonNullable<Contact['language']>;
  share: number;
}

export type NameEntry = Pick<Contact, 'first_name' | 'last_name'> & { gender: 'male' | 'female' };

const words = (text: string) => text.trim().replace(/\s+/g, ' ').split(', ');

const anglo: Heritage = {
  female: words(`Linda, Mary, Patricia, Susan, Deborah, Barbara, Debra, Karen, Nancy, Donna, Cynthia, Sandra, Pamela, Sharon,
    Kathleen, Carol, Diane, Brenda, Cheryl, Janet, Elizabeth, Kathy, Margaret, Janice, Carolyn, Judy, Betty, Joyce, Christine,
    Catherine, Peggy, Gail, Beverly, Rebecca, Jane, Bonnie, Connie, Ellen, Laura, Lori, Kimberly, Jennifer, Amy, Heather, Mary Ann`),
  male: words(`James, Robert, Michael, John, David, William, Richard, Thomas, Mark, Gary, Steven, Charles, Ronald, Joseph, Larry,
    Kenneth, Daniel, Paul, Donald, Dennis, Stephen, George, Edward, Gregory, Jerry, Douglas, Kevin, Timothy, Jeffrey, Terry,
    Roger, Bruce, Randy, Walter, Wayne, Keith, Ralph, Glenn, Carl, Patrick, Matthew, Christopher, Brian, Scott`),
  last: words(`Smith, Johnson, Miller, Davis, Wilson, Anderson, Taylor, Moore, Martin, Thompson, Clark, Lewis, Walker, Hall, Allen,
    Young, King, Wright, Hill, Scott, Adams, Baker, Nelson, Carter, Mitchell, Roberts, Turner, Phillips, Campbell, Parker,
    Evans, Edwards, Collins, Stewart, Morris, Rogers, Cook, Morgan, Bell, Murphy, Bailey, Cooper, Ward, Gray, Watson, Bennett,
    Hughes, Price, Myers, Foster, Sullivan, Russell, Fisher, Henderson, Graham, Reynolds, Wallace, Burke, Hoffman, Schneider,
    Weber, Kowalczyk, Larsen, Lindström, O'Brien, O'Connor, O'Neill, McCarthy, MacDonald, McKenzie, Van Dyke, Van der Berg,
    DeLuca, D'Angelo, Esposito, Romano, Rossi, Smith-Hayes, Taylor-Reed, St. Clair`),
  language: 'german',
  share: 0.004,
};

const hispanic: Heritage = {
  female: words(`María, Carmen, Rosa, Ana, Gloria, Martha, Teresa, Elena, Silvia, Alicia, Luz, Norma, Yolanda, Irma, Lourdes,
    Marisol, Esperanza, Graciela, Leticia, Beatriz, Mercedes, Isabel, Caridad, Margarita, Pilar, Consuelo, María José, Ángela`),
  male: words(`José, Juan, Luis, Carlos, Jorge, Manuel, Francisco, Pedro, Miguel, Rafael, Ramón, Roberto, Alberto, Fernando,
    Héctor, Julio, Raúl, Víctor, Eduardo, Ricardo, Enrique, Ángel, Sergio, Orlando, Ignacio, Rubén, Jesús, Óscar`),
  last: words(`García, Rodríguez, Martínez, Hernández, López, González, Pérez, Sánchez, Ramírez, Torres, Flores, Rivera, Gómez,
    Díaz, Cruz, Reyes, Morales, Gutiérrez, Ortiz, Ramos, Ruiz, Álvarez, Mendoza, Vásquez, Castillo, Jiménez, Moreno, Romero,
    Herrera, Medina, Aguilar, Vargas, Guzmán, Méndez, Muñoz, Salazar, Soto, Delgado, Núñez, Peña, Ibáñez, Acosta, Figueroa,
    de la Cruz, de León, del Valle, de los Santos, García-Núñez, Pérez-Colón, Rivera-Soto`),
  language: 'spanish',
  share: 0.45,
};

const africanAmerican: Heritage = {
  female: words(`Denise, Yvonne, Gwendolyn, Jacqueline, Loretta, Regina, Vanessa, Felicia, Ernestine, Wanda, Sheila, Valerie,
    Annette, Rochelle, Bernadette, Lorraine, Angela, Darlene, LaTonya, Tanya, Monique, Keisha, Ruby, Odessa`),
  male: words(`Reginald, Cedric, Darnell, Jerome, Tyrone, Maurice, Clarence, Leroy, Curtis, Marvin, Melvin, Alvin, Nathaniel,
    Isaiah, Otis, Terrence, Lamar, Andre, Willie, Cornelius, Dwayne, Rodney, Vernon, Earl`),
  last: words(`Washington, Jefferson, Jackson, Williams, Brown, Jones, Robinson, Harris, Banks, Booker, Mosley, Gaines, Dorsey,
    Battle, Pettway, Hairston, Ravenell, Simmons, Coleman, Jenkins, Freeman, Bolden, Whitaker, Gadson, Byrd, Grier,
    Boykin, Singletary, Cannady, Joseph-Pierre, Baptiste, Toussaint`),
  language: 'french',
  share: 0.03,
};

const chinese: Heritage = {
  female: words('Mei, Li Hua, Xiu Ying, Yan, Grace, Helen, Amy, Lily, Alice, Fang, Jing, Shirley, Wai Ling'),
  male: words('Wei, Jian, Ming, David, Kevin, Henry, Raymond, Jun, Hao, Peter, Guo Qiang, Kam Wing, Albert'),
  last: words('Wang, Li, Zhang, Liu, Chen, Yang, Huang, Wu, Lin, Chan, Wong, Lau, Cheung, Leung, Ng, Hsu, Tsai, Ouyang'),
  language: 'chinese',
  share: 0.4,
};

const korean: Heritage = {
  female: words('Young-ja, Soon-hee, Mi-kyung, Eun-joo, Hyun-sook, Grace, Susan, Jin-ah, Kyung-hee, Sun-mi'),
  male: words('Sung-ho, Jae-won, Young-soo, Min-jun, Dong-hyun, Daniel, James, Sang-woo, Ki-tae, Hyun-woo'),
  last: words('Kim, Lee, Park, Choi, Jung, Kang, Cho, Yoon, Jang, Lim, Han, Oh, Seo, Shin, Kwon'),
  language: 'korean',
  share: 0.45,
};

const southAsian: Heritage = {
  female: words('Lakshmi, Sunita, Anjali, Meena, Usha, Kavita, Nirmala, Rekha, Farida, Geeta, Shanti, Padma'),
  male: words('Rajesh, Suresh, Ramesh, Anil, Vijay, Ashok, Mohan, Sanjay, Harish, Imran, Dinesh, Prakash'),
  last: words('Patel, Shah, Singh, Gupta, Sharma, Reddy, Desai, Mehta, Iyer, Rao, Khan, Nair, Venkataraman, Chaudhry'),
  language: 'english',
  share: 1,
};

const southeastAsian: Heritage = {
  female: words('Thi Hoa, Lan, Thu, Phuong, Maricel, Corazon, Imelda, Rosario, Kim Anh, Tuyet, Erlinda, Ligaya'),
  male: words('Minh, Hung, Tuan, Duc, Quang, Rodrigo, Ferdinand, Danilo, Thanh, Reynaldo, Bao, Ernesto'),
  last: words('Nguyen, Tran, Le, Pham, Huynh, Vo, Dang, Bui, Do, Santos, Bautista, Ocampo, Dela Cruz, Villanueva, Macaraeg'),
  language: 'english',
  share: 1,
};

const arabic: Heritage = {
  female: words('Fatima, Amal, Layla, Samira, Nadia, Huda, Salma, Mariam, Rania, Zeinab, Amina, Khadija'),
  male: words('Ahmed, Mohammed, Omar, Khalid, Hassan, Yousef, Ibrahim, Samir, Tariq, Nabil, Mahmoud, Karim'),
  last: words('Haddad, Khoury, Mansour, Nasser, Al-Masri, El-Sayed, Abdallah, Saleh, Najjar, Abu-Bakr, Hamdan, Al-Rashid'),
  language: 'english',
  share: 1,
};

const slavic: Heritage = {
  female: words('Irina, Svetlana, Natalia, Olga, Tatiana, Ludmila, Galina, Halina, Danuta, Jadwiga, Oksana, Vesna'),
  male: words('Vladimir, Sergei, Boris, Igor, Dmitri, Mikhail, Stanisław, Zbigniew, Andrzej, Bogdan, Miroslav, Yuri'),
  last: words(`Ivanov, Petrov, Kowalski, Nowak, Wiśniewski, Shevchenko, Kovalenko, Novák, Dvořák, Horvat, Jovanović, Popov,
    Kuznetsov, Zieliński, Łukasik`),
  language: 'english',
  share: 1,
};

const others: [Heritage, number][] = [
  [africanAmerican, 12],
  [chinese, 3],
  [korean, 2],
  [southAsian, 3],
  [southeastAsian, 3],
  [arabic, 3],
  [slavic, 4],
];
const elsewhere = weighted<Heritage>([[anglo, 62], [hispanic, 8], ...others]);
const southern = weighted<Heritage>([[anglo, 36], [hispanic, 34], ...others]);
const spanishSpeakingStates = new Set(['AZ', 'CA', 'FL', 'NM', 'NV', 'TX']);

/** The heritages of a state's people, each as often as it occurs. */
export const heritagesIn = (state: string): readonly Heritage[] => (spanishSpeakingStates.has(state) ? southern : elsewhere);

export const nicknames: Record<string, string> = {
  Robert: 'Bob', William: 'Bill', James: 'Jim', Richard: 'Dick', Michael: 'Mike', Thomas: 'Tom', Charles: 'Chuck', Joseph: 'Joe',
  Ronald: 'Ron', Kenneth: 'Ken', Daniel: 'Dan', Patricia: 'Pat', Deborah: 'Debbie', Barbara: 'Barb', Susan: 'Sue', Elizabeth: 'Liz',
  Margaret: 'Peggy', Catherine: 'Cathy', Francisco: 'Paco', Guadalupe: 'Lupe', Rafael: 'Rafa', José: 'Pepe', Nathaniel: 'Nate',
  Rosario: 'Charo', Gwendolyn: 'Gwen', Jacqueline: 'Jackie', Reginald: 'Reggie', Mikhail: 'Misha', Vladimir: 'Vlad',
}; // biome-ignore format: a list read in columns

/** Rare names that every list of real people holds somewhere; each occurs once, at its place in the sequence. */
export const rareNames = new Map<number, NameEntry>([
  [
    17,
    {
      first_name: 'María Guadalupe de los Ángeles',
      last_name: 'Fernández-Villanueva de la Santísima Trinidad',
      gender: 'female',
    },
  ],
  [31, { first_name: 'Sukarnoputra', last_name: '', gender: 'male' }],
  [44, { first_name: 'فاطمة', last_name: 'الحداد', gender: 'female' }],
  [58, { first_name: 'Bobbie 🌻', last_name: 'Sunderland', gender: 'female' }],
  [73, { first_name: 'Bartholomew Montgomery', last_name: 'Featherstonehaugh-Cholmondeley-Vandenberghe', gender: 'male' }],
  [96, { first_name: 'Lakshmi', last_name: '', gender: 'female' }],
]);
